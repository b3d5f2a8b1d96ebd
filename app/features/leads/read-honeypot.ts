/** Value of the field that people do not see; empty for people. */
export function readHoneypot(form: HTMLFormElement): string {
	const value = new FormData(form).get('website')
	return typeof value === 'string' ? value : ''
}
