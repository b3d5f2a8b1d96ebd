/** Masks an address as `a***@example.com`, which its owner recognizes and others can't guess. */
export function maskEmail(email: string): string {
	const at = email.lastIndexOf('@')
	return `${email.slice(0, 1)}***${email.slice(at)}`
}
