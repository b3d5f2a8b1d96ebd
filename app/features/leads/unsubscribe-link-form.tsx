import type { Blog } from '#content/schema/article.ts'
import type { UnsubscribeLinkRequest } from '#contracts/newsletter.ts'

import { sendUnsubscribeLinkRequest } from './lead-api.ts'
import { LeadButton, LeadEmail, LeadForm } from './lead-form.tsx'
import { useAddressForm } from './use-address-form.ts'

/** For people without one of our mails at hand: the link comes by mail, because typing an address does not prove who owns it. */
export function UnsubscribeLinkForm({ words, newsletter }: { words: Blog['subscription']; newsletter: Blog['newsletter'] }) {
	const form = useAddressForm<UnsubscribeLinkRequest>({
		send: sendUnsubscribeLinkRequest,
		toRequest: (email) => ({ email }),
		done: { title: words.checkInbox.title, description: words.checkInbox.text },
		invalidEmail: newsletter.invalidEmail,
	})
	return (
		<LeadForm
			className="mt-6 max-w-md"
			action="/unsubscribe/link"
			noValidate
			onSend={form.send}
			end={<LeadButton label={words.unsubscribe.linkButton} isSending={form.isSending} />}
		>
			<LeadEmail label={newsletter.emailLabel} value={form.email} error={form.error} onText={form.setText} />
		</LeadForm>
	)
}
