import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'
import { currentSmsConsent } from '#domain/consents/sms-consent.ts'

import { giveSmsConsent } from './sms-api.ts'

export function ConsentWords() {
	return (
		<p className="max-w-read text-soft">
			{currentSmsConsent.words} <span className="inline-block">(Version {currentSmsConsent.version})</span>
		</p>
	)
}

/** Asks for consent to SMS, if the number was verified without it. */
export function SmsConsent({ onGiven }: { onGiven: () => void }) {
	const [isSending, setSending] = useState(false)

	async function agree() {
		setSending(true)
		try {
			await giveSmsConsent()
			toast({ title: 'Thank you', description: 'We’ll text this number as you choose below' })
			onGiven()
		} catch (error) {
			reportProblem('The consent wasn’t saved', error)
			toast({ title: 'Error', description: 'Your consent couldn’t be saved. Please try again.', variant: 'destructive' })
		} finally {
			setSending(false)
		}
	}

	return (
		<Callout title="We only text codes to this number">
			<p>You haven’t agreed to course and payment messages yet.</p>
			<div className="mt-3 grid gap-3">
				<ConsentWords />
				<div>
					<Button variant="secondary" pending={isSending} onClick={() => void agree()}>
						Agree
					</Button>
				</div>
			</div>
		</Callout>
	)
}
