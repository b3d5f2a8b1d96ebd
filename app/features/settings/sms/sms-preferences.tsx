import { useState } from 'react'

import { useOwnedSince } from '#app/lib/owned-course.ts'
import { Button } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/choice.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { saveSmsSettings, type SmsSettings } from './sms-api.ts'

const DIGEST = 'At most one digest a day, between 8 AM and 9 PM in your number’s time zone'

type Preferences = Pick<SmsSettings, 'course_progress_notifications' | 'payment_notifications' | 'two_factor_enabled'>

export function SmsPreferences({ userId, settings, onSaved }: { userId: string; settings: SmsSettings; onSaved: () => void }) {
	const [preferences, setPreferences] = useState<Preferences>(settings)
	const [isSaving, setSaving] = useState(false)
	const isOwner = useOwnedSince() !== null
	const change = (preference: keyof Preferences) => (checked: boolean) => setPreferences((known) => ({ ...known, [preference]: checked }))

	async function save() {
		setSaving(true)
		try {
			await saveSmsSettings(userId, { ...settings, ...preferences })
			toast({ title: 'Settings updated', description: 'Your SMS preferences have been saved' })
			onSaved()
		} catch (error) {
			const said = error instanceof Error && !/fetch|network/i.test(error.message) ? error.message : ''
			toast({ title: 'Error', description: said || 'Failed to update settings', variant: 'destructive' })
		} finally {
			setSaving(false)
		}
	}

	return (
		<section aria-labelledby="sms-preferences" className="grid max-w-read gap-4">
			<h3 id="sms-preferences">What we may text you</h3>
			<Switch
				label="Course Progress"
				hint={isOwner ? DIGEST : 'Comes with the full course. We keep your choice, and send no texts about your progress until you own it.'}
				checked={preferences.course_progress_notifications}
				onChange={change('course_progress_notifications')}
			/>
			<Switch
				label="Payment Notifications"
				hint="A confirmation when we receive a payment from you"
				checked={preferences.payment_notifications}
				onChange={change('payment_notifications')}
			/>
			<Switch
				label="Two-Factor Authentication"
				hint="A code by text each time you sign in. Texts can be intercepted: an authenticator app or a passkey is safer."
				checked={preferences.two_factor_enabled}
				onChange={change('two_factor_enabled')}
			/>
			<div>
				<Button pending={isSaving} onClick={() => void save()}>
					Save
				</Button>
			</div>
		</section>
	)
}
