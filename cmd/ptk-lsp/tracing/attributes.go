package tracing

import (
	"strings"

	"go.opentelemetry.io/otel/attribute"
)

func modelName(route string) string {
	_, name, found := strings.Cut(route, "/")
	if !found {
		return route
	}
	return name
}

func model(route string) attribute.KeyValue {
	return attribute.String("gen_ai.request.model", modelName(route))
}

// providerName returns the provider by the name of OpenTelemetry's conventions if they have one.
func providerName(route string) attribute.KeyValue {
	name, _, _ := strings.Cut(route, "/")
	if strings.HasPrefix(name, "ai-studio") {
		name = "gcp.gemini"
	}
	return attribute.String("gen_ai.provider.name", name)
}
