/** Makes the browser focus the first wrong field of a form that was posted without JavaScript. */
export const focusFirstFault = (html: string): string =>
	/<[^>]*(?: aria-invalid="true"[^>]* autofocus| autofocus[^>]* aria-invalid="true")/i.test(html)
		? html
		: html.replace(/<(?:input|textarea|select)(?=[^>]* aria-invalid="true")/i, '$& autofocus=""')
