const unescape = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/**
 * Returns the hidden fields of the form with this action (and this button label), as a browser without JavaScript submits them.
 */
export function hiddenIn(text: string, action: string, label = ''): Record<string, string> {
	const forms = text
		.split(`action="${action}"`)
		.slice(1)
		.map((rest) => rest.split('</form>')[0] ?? '')
	const content = forms.find((form) => form.includes(label)) ?? ''
	return Object.fromEntries(
		[...content.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
			name,
			unescape(value),
		]),
	)
}

/** Returns the target of the link with this text. */
export const linkIn = (text: string, words: string): string | null => {
	const [, href] = new RegExp(`<a href="([^"]+)"[^>]*>${words}</a>`).exec(text) ?? []
	return href === undefined ? null : unescape(href)
}
