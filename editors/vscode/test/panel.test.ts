// The rows of the panel, and what the user types into it.
import { describe, expect, test, vi } from 'vitest';
import type { MCPServer, SpentTokens, ToolInfo } from '../src/shared/protocol';
import { isServerName, parseTarget, tokenVariable, withToken } from '../src/host/panel/entry';
import { indexRows, permissionRows, serverRows, toolRows, usageRows, type Row } from '../src/host/panel/nodes';

vi.mock('vscode', () => ({}));

const brief = (rows: readonly Row[]): unknown =>
  rows.map(({ label, description = '', context = '', rows: inner }) =>
    [label, description, context].concat(inner ? (brief(inner) as string[]) : []));

test('permissions say in words what is allowed and for how long', () => {
  const rule = { id: '1', tool: 'edit', decision: 'allow', scope: 'session', text: 'change files in src and below' } as const;
  const rejecting = { ...rule, id: '2', scope: 'settings', decision: 'reject', text: 'bash\u202E' } as const;
  expect(brief(permissionRows({ rules: [rule, rejecting] }))).toEqual([
    ['change files in src and below', 'allowed · until the server ends', 'rule'],
    ['bash⟨U+202E⟩', 'rejected · in your settings', 'rule.settings'],
  ]);
  expect(permissionRows({ rules: [] })).toHaveLength(1);
});

describe('MCP servers', () => {
  const server: MCPServer = { name: 'files', transport: 'http', target: 'https://x', state: 'running', tools: 1 };
  const tool: ToolInfo = {
    name: 'files__read', description: 'Reads', parameters: {}, kind: 'other', requiresConfirmation: true, source: 'mcp',
  };

  test('have their state, tools and what is wrong', () => {
    const failed: MCPServer = {
      name: 'bad', transport: 'stdio', target: 'npx', state: 'failed', tools: 0, error: 'not found', suggestion: 'Install it.',
    };
    expect(brief(serverRows({ servers: [failed, server] }, { tools: [tool] }, { files: {}, bad: {}, away: { disabled: true } }))).toEqual([
      ['bad', 'failed', 'server.stdio', ['not found', 'Install it.', '']],
      ['files', 'running · 1 tool', 'server.http', ['read', 'other · asks', '']],
      ['away', 'off', 'server.off'],
    ]);
  });

  test('of the configuration file can be restarted only', () => {
    expect(serverRows({ servers: [server] }, { tools: [] }, {})[0]?.context).toBe('server.file');
  });
});

test('tools are checked unless they are turned off', () => {
  const tool: ToolInfo = {
    name: 'bash', description: 'Runs\nmore', parameters: {}, kind: 'execute', requiresConfirmation: true, source: 'builtin',
  };
  const rows = toolRows({ tools: [tool, { ...tool, name: 'grep', disabled: true }, { ...tool, name: 'a__b', source: 'mcp' }] });
  expect(rows.map(({ label, checked, tooltip }) => [label, checked, tooltip])).toEqual([['bash', true, 'Runs'], ['grep', false, 'Runs']]);
});

test('the index has its size', () => {
  const folder = { uri: 'file:///home/me/a%20b', ready: true, files: 2, pieces: 3, bytes: 1_500_000 };
  expect(brief(indexRows({ folders: [folder, { ...folder, ready: false }] }))).toEqual([
    ['a b', '2 files in 3 pieces · 1.5 MB', 'index'], ['a b', 'not built yet', 'index'],
  ]);
});

test('usage is added up by day, model and chat', () => {
  const row: SpentTokens = {
    day: '2026-11-22', model: 'a/m', conversationId: 'c', title: 'Bread', turns: 1, inputTokens: 1000, outputTokens: 10, costUsd: 0.5,
  };
  const small = { ...row, model: 'a/n', inputTokens: 500, estimated: true };
  const rows = usageRows({ rows: [row, small, { ...row, day: '2026-11-21', conversationId: 'd', title: 'Rye' }] });
  expect(brief(rows)).toEqual([
    ['By day', '2,500 in, 30 out · ≈ $1.50', '',
      ['2026-11-22', '1,500 in, 20 out · ≈ $1.00', '',
        ['a/m', '1,000 in, 10 out · $0.5000', ''], ['a/n', '500 in, 10 out · ≈ $0.5000', '']],
      ['2026-11-21', '1,000 in, 10 out · $0.5000', '', ['a/m', '1,000 in, 10 out · $0.5000', '']]],
    ['By model', '', '', ['a/m', '2,000 in, 20 out · $1.00', ''], ['a/n', '500 in, 10 out · ≈ $0.5000', '']],
    ['By chat', '', '',
      ['Bread', '1,500 in, 20 out · ≈ $1.00', 'conversation',
        ['a/m', '1,000 in, 10 out · $0.5000', ''], ['a/n', '500 in, 10 out · ≈ $0.5000', '']],
      ['Rye', '1,000 in, 10 out · $0.5000', 'conversation', ['a/m', '1,000 in, 10 out · $0.5000', '']]],
  ]);
});

describe('a new server', () => {
  test.each([
    ['npx -y @scope/server "/home/me/a b"', { command: 'npx', args: ['-y', '@scope/server', '/home/me/a b'] }],
    [" server --x='1 2' $HOME", { command: 'server', args: ['--x=1 2', '$HOME'] }],
    ['https://example.com/mcp', { url: 'https://example.com/mcp' }],
    ['server', { command: 'server' }],
    ['', undefined], ['"', undefined], ['a "b', undefined], ['ftp://x/y', undefined], ['javascript://x', undefined],
  ])('%j', (text, want) => {
    expect(parseTarget(text)).toEqual(want);
  });

  test('has a name that tools can begin with', () => {
    const names = ['files', 'a-b_1', '', 'a b', '__x', 'a__b', 'ü', 'x'.repeat(41)];
    expect(names.filter((name) => isServerName(name))).toEqual(['files', 'a-b_1']);
  });

  test('has its token in a variable, not in the settings', () => {
    expect(tokenVariable('my-files')).toBe('PTK_MCP_MY_FILES_TOKEN');
    expect(withToken({ url: 'https://x', headers: { A: 'b' } }, 'x')).toEqual({
      url: 'https://x', headers: { A: 'b', Authorization: 'Bearer ${PTK_MCP_X_TOKEN}' }, // eslint-disable-line no-template-curly-in-string
    });
  });
});
