import { Form, Submit, useForm } from '#app/lib/form.tsx'
import { toast } from '#app/ui/toast-store.ts'
import type { Blog } from '#content/schema/article.ts'
import { isEmailAddress } from '#domain/email/email-address.ts'

import { sendUnsubscribeLinkRequest } from './lead-api.ts'
import { LeadEmail } from './lead-email.tsx'

/** Form that emails an unsubscribe link. Typing an address doesn't prove who owns it. */
export function UnsubscribeLinkForm({ words, newsletter }: { words: Blog['subscription']; newsletter: Blog['newsletter'] }) {
	const form = useForm(async ({ text, honeypot, form: element }) => {
		const email = text('email')
		if (!isEmailAddress(email)) return { email: newsletter.invalidEmail }
		await sendUnsubscribeLinkRequest({ email, ...honeypot })
		element.reset()
		toast({ title: words.checkInbox.title, description: words.checkInbox.text })
	})
	return (
		<Form of={form} className="relative mt-6 grid max-w-md gap-4" action="/unsubscribe/link">
			<LeadEmail label={newsletter.emailLabel} problems={form.problems} />
			<Submit of={form} variant="secondary">
				{words.unsubscribe.linkButton}
			</Submit>
		</Form>
	)
}
