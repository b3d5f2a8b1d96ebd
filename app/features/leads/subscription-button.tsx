import { Form, type FormErrors, Submit, useForm } from '#app/lib/form.tsx'

const AWAY = 'We couldn’t reach the server, so nothing has changed. Check your connection and try again.'
const BUSY = 'There were too many attempts from your network, so nothing has changed. Please try again in a few minutes.'
const TROUBLE = 'Something went wrong on our side. Please try again in a minute.'

/** Posts to the current URL; the server redirects to the page to show next. */
async function postHere(): Promise<FormErrors> {
	try {
		const response = await fetch(window.location.href, { method: 'POST', body: new URLSearchParams() })
		if (!response.redirected || !response.ok) return { form: response.status === 429 ? BUSY : TROUBLE }
		window.location.assign(response.url)
		return await new Promise<never>(() => undefined) // never resolves, so the button stays busy until the next page loads
	} catch {
		return { form: AWAY }
	}
}

/**
 * Button that confirms a subscription or unsubscribes, by a POST to the current URL, which contains the token. Following an emailed link
 * changes nothing, because link scanners follow links, too. The same POST is the one-click endpoint of RFC 8058.
 */
export function SubscriptionButton({ label }: { label: string }) {
	const form = useForm(postHere)
	return (
		<Form of={form} method="post" className="grid justify-items-start gap-4" trouble="Not done yet">
			<Submit of={form} size="lg">
				{form.problems.form === undefined ? label : `Try again: ${label}`}
			</Submit>
		</Form>
	)
}
