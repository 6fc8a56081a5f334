package tools

// rejected tells the model that the user said no, in the user's words where there are some.
func rejected(feedback string) *Error {
	if feedback != "" {
		return &Error{Type: PermissionError, Message: "The user did not agree to this call and says: " + feedback, Suggestion: "Do as the user says."}
	}
	return &Error{Type: PermissionError, Message: "The user did not agree to this call.", Suggestion: "Do not try it again; ask what the user wants instead."}
}
