export const unescape = (text: string) =>
	text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

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
	const [, href] = new RegExp(`<a [^>]*href="([^"]+)"[^>]*>${words}</a>`).exec(text) ?? []
	return href === undefined ? null : unescape(href)
}

/** Returns all fields of a form without JavaScript, as they are shown. */
export function fieldsOf(form: string): Record<string, string> {
	const fields: Record<string, string> = {}
	const controls = form.matchAll(/<input\b([^>]*)>|<(textarea|select)\b([^>]*)>([^]*?)<\/(?:textarea|select)>/g)
	for (const [, input, tag = 'input', other = '', content = ''] of controls) {
		const attributes = input ?? other
		const read = (name: string) => unescape(new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`)?.[1] ?? '')
		const name = read('name')
		if (name === '' || (/type="(?:checkbox|radio)"/.test(attributes) && !/ checked=/.test(attributes))) continue
		if (tag === 'select') fields[name] = unescape(/<option value="([^"]*)" selected/.exec(content)?.[1] ?? '')
		else fields[name] = tag === 'textarea' ? unescape(content).replace(/^\n/, '') : read('value')
	}
	return fields
}
