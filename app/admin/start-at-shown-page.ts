/**
 * A form that the browser sent by itself and that was refused is answered, at the address of the form, with the page it came from.
 * The router has to start with the address of that page.
 */
export function startAtShownPage(): void {
	const shown = document.querySelector<HTMLInputElement>('input[name="form_page"]')?.value
	if (shown !== undefined && shown !== window.location.pathname + window.location.search) window.history.replaceState(null, '', shown)
}
