/** After a refusal, a form that isn't empty counts as unsaved again, so leaving the page needs confirmation (use-unsent-text.ts). */
export const markUnsent = (form: HTMLFormElement | null) =>
	[...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type="hidden"], [name="code"]), textarea') ?? [])]
		.find((field) => (/checkbox|radio/.test(field.type) ? 'checked' in field && field.checked : field.value !== ''))
		?.dispatchEvent(new Event('input', { bubbles: true }))
