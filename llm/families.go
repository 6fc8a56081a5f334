package llm

import "regexp"

// nativeFamilies match the models known to call functions dependably, by the names that services use. Names with a tag after a
// colon are those of local servers, where it depends on a template as well.
var nativeFamilies = regexp.MustCompile(`(?i)(^|/)(gpt-(4o|4\.1|[5-9]|oss-120b)|o[134](-|$)|claude-|gemini-[2-9]|` +
	`deepseek-(chat|v[3-9])|grok-[3-9]|kimi-k[2-9]|glm-(4\.[5-9]|[5-9])|llama-3\.3-70b|llama-4|` +
	`mistral-(large|medium)|qwen3-(coder|max))[^:]*$`)

// visionFamilies match the models known to accept pictures, by the names that services and local servers use.
var visionFamilies = regexp.MustCompile(`(?i)(^|/)(gpt-(4o|4\.1|[56])|(o1|o3|o4-mini)($|-\d)|claude-|gemini-|llama-4|` +
	`llama-?3\.2.*vision|gemma-?3|pixtral|mistral-(small|medium)-?3|qwen-?[23].*vl|llava|minicpm-v|internvl|glm-4.*v($|-)|grok-4|moondream)`)

// Sees reports whether a model is known by its name to accept pictures.
func Sees(model string) bool { return visionFamilies.MatchString(model) }

// CallsFunctions reports whether a model is known by its name to call functions dependably; every other one had better call
// tools in text.
func CallsFunctions(model string) bool { return nativeFamilies.MatchString(model) }
