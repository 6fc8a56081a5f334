// The languages that are highlighted, by their names after a fence.
import type { StreamParser } from '@codemirror/streamparser';
import { c, cpp, csharp, dart, java, kotlin, objectiveC, scala } from '@codemirror/legacy-modes/mode/clike';
import { css, less, sCSS } from '@codemirror/legacy-modes/mode/css';
import { diff } from '@codemirror/legacy-modes/mode/diff';
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile';
import { go } from '@codemirror/legacy-modes/mode/go';
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript';
import { lua } from '@codemirror/legacy-modes/mode/lua';
import { powerShell } from '@codemirror/legacy-modes/mode/powershell';
import { properties } from '@codemirror/legacy-modes/mode/properties';
import { protobuf } from '@codemirror/legacy-modes/mode/protobuf';
import { python } from '@codemirror/legacy-modes/mode/python';
import { ruby } from '@codemirror/legacy-modes/mode/ruby';
import { rust } from '@codemirror/legacy-modes/mode/rust';
import { shell } from '@codemirror/legacy-modes/mode/shell';
import { standardSQL } from '@codemirror/legacy-modes/mode/sql';
import { swift } from '@codemirror/legacy-modes/mode/swift';
import { toml } from '@codemirror/legacy-modes/mode/toml';
import { html, xml } from '@codemirror/legacy-modes/mode/xml';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';

/** The names of a language, as models write them, and its parser. */
const languages: [string, StreamParser<unknown>][] = [
  ['c h', c],
  ['cpp c++ cc cxx hpp', cpp],
  ['csharp c# cs', csharp],
  ['dart', dart],
  ['java', java],
  ['kotlin kt kts', kotlin],
  ['objective-c objc m', objectiveC],
  ['scala', scala],
  ['css', css],
  ['less', less],
  ['scss sass', sCSS],
  ['diff patch', diff],
  ['dockerfile docker', dockerFile],
  ['go golang', go],
  ['javascript js jsx mjs cjs', javascript],
  ['json jsonc json5', json],
  ['typescript ts tsx mts', typescript],
  ['lua', lua],
  ['powershell ps1 pwsh', powerShell],
  ['ini properties conf env dotenv', properties],
  ['protobuf proto', protobuf],
  ['python py python3', python],
  ['ruby rb', ruby],
  ['rust rs', rust],
  ['bash sh shell zsh console shell-session shellscript', shell],
  ['sql postgresql mysql sqlite', standardSQL],
  ['swift', swift],
  ['toml', toml],
  ['html htm vue svelte', html],
  ['xml svg xhtml', xml],
  ['yaml yml', yaml],
];

const byName = new Map(languages.flatMap(([names, parser]) => names.split(' ').map((name) => [name, parser] as const)));

/** Returns the parser of a language, or undefined if it is unknown. */
export function parserOf(language: string): StreamParser<unknown> | undefined {
  return byName.get(language.toLowerCase());
}
