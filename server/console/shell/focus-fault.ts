/** Makes the browser focus the first wrong field of a form that was posted without JavaScript. */
export const focusFirstFault = (html: string): string =>
	html.replace(/<(?:input|textarea|select)(?=[^>]* aria-invalid="true")(?![^>]* autofocus)/i, '$& autofocus=""')
