import type { Blog } from '#content/schema/article.ts'
import type { NewsletterRequest } from '#contracts/newsletter.ts'

import { sendNewsletterRequest } from './lead-api.ts'
import { LeadButton, LeadEmail, LeadForm } from './lead-form.tsx'
import { useAddressForm } from './use-address-form.ts'

/** Stay Updated: requests the mail that asks for confirmation. Without JavaScript the browser posts the form itself. */
export function NewsletterForm({ words }: { words: Blog['newsletter'] }) {
	const form = useAddressForm<NewsletterRequest>({
		send: sendNewsletterRequest,
		toRequest: (email) => ({ email, source: 'blog' }),
		done: words.successToast,
		invalidEmail: words.invalidEmail,
	})
	return (
		<section className="on-sun newsletter" aria-labelledby="newsletter">
			<div className="page grid gap-8 py-14 lg:grid-cols-2 lg:gap-20">
				<div className="grid content-start gap-3">
					<h2 id="newsletter">{words.title}</h2>
					<p>{words.text}</p>
				</div>
				<LeadForm
					action="/newsletter"
					noValidate
					onSend={form.send}
					end={
						<>
							<LeadButton label={words.submitLabel} isSending={form.isSending} />
							<p>{words.privacyNote}</p>
						</>
					}
				>
					<LeadEmail label={words.emailLabel} value={form.email} error={form.error} onText={form.setText} />
				</LeadForm>
			</div>
		</section>
	)
}
