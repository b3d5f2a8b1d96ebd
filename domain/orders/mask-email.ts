/** First letter and domain, `a***@example.com`: enough for the owner to recognise, too little for anybody else. */
export function maskEmail(email: string): string {
	const at = email.lastIndexOf('@')
	return `${email.slice(0, 1)}***${email.slice(at)}`
}
