package wire

// Version is the version of the protocol, sent in [ServerCapabilities].
const Version = 1

// The requests of an editor to the server, with their parameters and results.
const (
	MethodChat               = "ptk/chat"               // ChatParams → ChatResult
	MethodConversations      = "ptk/conversations"      // ConversationsParams → ConversationsResult
	MethodConversation       = "ptk/conversation"       // ReadConversationParams → ConversationResult
	MethodRenameConversation = "ptk/renameConversation" // RenameConversationParams → null
	MethodDeleteConversation = "ptk/deleteConversation" // ConversationParams → null
	MethodCompact            = "ptk/compact"            // ConversationParams → CompactResult
	MethodSteer              = "ptk/steer"              // SteerParams → SteerResult
	MethodUnsteer            = "ptk/unsteer"            // UnsteerParams → UnsteerResult
	MethodUndo               = "ptk/undo"               // TurnParams → UndoResult
	MethodRedo               = "ptk/redo"               // TurnParams → UndoResult
	MethodRewind             = "ptk/rewind"             // RewindParams → UndoResult
	MethodChanges            = "ptk/changes"            // ChangesParams → ChangesResult
	MethodForkConversation   = "ptk/forkConversation"   // TurnParams → ForkResult
	MethodExportConversation = "ptk/exportConversation" // ExportParams → ExportResult
	MethodPermissions        = "ptk/permissions"        // Empty → PermissionsResult
	MethodRevokePermission   = "ptk/revokePermission"   // RevokePermissionParams → null
	MethodModels             = "ptk/models"             // Empty → ModelsResult
	MethodProviders          = "ptk/providers"          // Empty → ProvidersResult
	MethodTestProvider       = "ptk/testProvider"       // TestProviderParams → TestProviderResult
	MethodTools              = "ptk/tools"              // Empty → ToolsResult
	MethodUsage              = "ptk/usage"              // Empty → UsageResult
	MethodMCPServers         = "ptk/mcpServers"         // Empty → MCPServersResult
	MethodRestartMCPServer   = "ptk/restartMcpServer"   // MCPServerParams → null
	MethodIndex              = "ptk/index"              // Empty → IndexResult
	MethodRebuildIndex       = "ptk/rebuildIndex"       // Empty → null
	MethodStats              = "ptk/stats"              // StatsParams → StatsResult
	MethodComplete           = "ptk/complete"           // CompleteParams → CompleteResult
)

// The requests of the server to an editor that supports them, see [ClientCapabilities].
const (
	MethodReadFile      = "ptk/readFile"      // ReadFileParams → ReadFileResult
	MethodDiagnostics   = "ptk/diagnostics"   // DiagnosticsParams → DiagnosticsResult
	MethodApprove       = "ptk/approve"       // ApproveParams → ApproveResult
	MethodJudgeCommand  = "ptk/judgeCommand"  // RunCommandParams → JudgeCommandResult
	MethodRunCommand    = "ptk/runCommand"    // RunCommandParams → RunCommandResult
	MethodForward       = "ptk/forward"       // ForwardParams → unknown
	MethodSave          = "ptk/save"          // SaveParams → SaveResult
	MethodEditorContext = "ptk/editorContext" // Empty → EditorContextResult
)

// Empty are the parameters of a method without parameters; they may be omitted.
type Empty struct{}

// ServerMethods returns the requests of an editor to the server, in the order of the protocol.
func ServerMethods() []string {
	return []string{
		MethodChat, MethodConversations, MethodConversation, MethodRenameConversation, MethodDeleteConversation,
		MethodCompact, MethodSteer, MethodUnsteer, MethodUndo, MethodRedo, MethodRewind, MethodChanges, MethodForkConversation,
		MethodExportConversation,
		MethodPermissions, MethodRevokePermission, MethodModels, MethodProviders, MethodTestProvider,
		MethodTools, MethodStats, MethodUsage,
		MethodMCPServers, MethodRestartMCPServer, MethodIndex, MethodRebuildIndex, MethodComplete,
	}
}
