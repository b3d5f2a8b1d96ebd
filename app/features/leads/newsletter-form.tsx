import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Blog } from '#content/schema/article.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { sendNewsletterRequest } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'

/** Fixed colors, because the form's marigold background is the same in both themes. */
const FORM_COLORS = '[--danger-ink:#8a1020] [--ground-raised:#fcf8ee] [--line-strong:#5c4a1c]'

/** The Stay Updated form, which requests the confirmation email. Without JavaScript, the browser posts it. */
export function NewsletterForm({ words }: { words: Blog['newsletter'] }) {
	const form = useForm(async ({ text, honeypot, form: element }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: words.invalidEmail }
		await sendNewsletterRequest({ email, source: 'blog', ...honeypot })
		element.reset()
		toast(words.successToast)
	})
	return (
		<section className={`on-sun ${FORM_COLORS}`} aria-labelledby="newsletter">
			<div className="page grid gap-8 py-14 lg:grid-cols-2 lg:gap-20">
				<div className="grid content-start gap-3">
					<h2 id="newsletter">{words.title}</h2>
					<p>{words.text}</p>
				</div>
				<Form of={form} className="relative grid gap-4" action="/newsletter">
					<LeadEmail label={words.emailLabel} problems={form.problems} />
					<Submit of={form} variant="secondary">
						{words.submitLabel}
					</Submit>
					<p>{words.privacyNote}</p>
				</Form>
			</div>
		</section>
	)
}
