package tools

// rejected returns the error for the model after the user said no, with the user's reason if there is one.
func rejected(feedback string) *Error {
	if feedback != "" {
		return &Error{
			Type: PermissionError, Message: "The user did not agree to this call and says: " + feedback,
			Suggestion: "Do as the user says.", Rejected: true, Feedback: feedback,
		}
	}
	return &Error{
		Type: PermissionError, Message: "The user did not agree to this call.",
		Suggestion: "Do not try it again; ask what the user wants instead.", Rejected: true,
	}
}
