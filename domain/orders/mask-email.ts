/** `a***@example.com`: enough for its owner, too little for anyone else. */
export function maskEmail(email: string): string {
	const at = email.lastIndexOf('@')
	return `${email.slice(0, 1)}***${email.slice(at)}`
}
