/** Masks an address as `a***@example.com`: its owner recognizes it, and others can't guess it. */
export function maskEmail(email: string): string {
	const at = email.lastIndexOf('@')
	return `${email.slice(0, 1)}***${email.slice(at)}`
}
