import { useState } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { CodeForm } from '#app/lib/code-form.tsx'
import { Loaded } from '#app/lib/loaded.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { Factors } from './factor-list.tsx'
import { NameStep } from './name-step.tsx'
import { useFactors, enrollAuthenticator, confirmApp, type NewApp } from './security-calls.ts'

function AddApp({ onAdded }: { onAdded: () => void }) {
	const [app, setApp] = useState<NewApp | null>(null)
	if (app) return <ConfirmApp app={app} onAdded={onAdded} />
	const hint = 'So you can tell later which device it’s on.'
	return <NameStep suggested="My phone" hint={hint} button="Continue" call={enrollAuthenticator} onDone={setApp} />
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function ConfirmApp({ app, onAdded }: { app: NewApp; onAdded: () => void }) {
	async function judge(code: string) {
		const outcome = await confirmApp(app.id, code)
		return outcome.ok ? null : describeRefusal(outcome.refusal)
	}

	function tellAdded() {
		toast({ title: 'App added', description: 'From now on, you need its code to sign in. Other devices have been signed out.' })
		onAdded()
	}

	return (
		<CodeForm
			label="Add App"
			hint="The code that the app shows now."
			missing="Enter the 6-digit code from your app"
			judge={judge}
			onPassed={tellAdded}
		>
			<p>Scan this QR code with your authenticator app.</p>
			<img src={app.picture} alt="QR code for your authenticator app" width={200} height={200} className="bg-white p-2" />
			<div className="grid justify-items-start gap-1">
				<p>Or type this key into the app:</p>
				<p className="font-mono break-all" aria-label="Key for the app">
					{inGroups(app.secret)}
				</p>
				<CopyButton text={app.secret} label="Copy Key" />
			</div>
		</CodeForm>
	)
}

export function AuthenticatorApps() {
	const factors = useFactors()
	return (
		<section aria-labelledby="apps" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="apps">Authenticator app</h3>
			<p className="max-w-read">
				With an authenticator app, signing in also takes a code from your phone. Then someone who has your password or gets into your email
				still cannot change your account.
			</p>
			<Loaded query={factors} what="your authenticator apps" room="min-h-23">
				{({ apps, keys }) => (
					<Factors
						factors={apps}
						kind="app"
						unnamed="Authenticator app"
						removedText="Its codes are no longer accepted"
						isLast={apps.length + keys.length === 1}
						add={['Add an Authenticator App', 'Add an authenticator app']}
						renderAdding={(onAdded) => <AddApp onAdded={onAdded} />}
					/>
				)}
			</Loaded>
		</section>
	)
}
