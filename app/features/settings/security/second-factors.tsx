import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { CodeForm } from '#app/lib/code-form.tsx'
import { Loaded } from '#app/lib/loaded.tsx'
import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { Factors } from './factor-list.tsx'
import { NameStep } from './name-step.tsx'
import { addKey, confirmApp, enrollAuthenticator, type NewApp, useFactors } from './security-calls.ts'

function AddApp({ onAdded }: { onAdded: () => void }) {
	const [app, setApp] = useState<NewApp | null>(null)
	if (app) return <ConfirmApp app={app} onAdded={onAdded} />
	const hint = 'So you can tell later which device it’s on.'
	return <NameStep suggested="My phone" hint={hint} button="Continue" call={enrollAuthenticator} onDone={setApp} />
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function ConfirmApp({ app, onAdded }: { app: NewApp; onAdded: () => void }) {
	async function checkCode(code: string) {
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
			checkCode={checkCode}
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
			<Loaded query={factors} what="your authenticator apps" heightClass="min-h-23">
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

/** Lists the account's security keys, even if the site doesn't accept new ones. */
export function SecurityKeys() {
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	const factors = useFactors()
	const isOffered = ways.data?.hasSecurityKeys === true
	// The list of apps already shows the error.
	if (!factors.data || (!isOffered && factors.data.keys.length === 0)) return null
	const { apps, keys } = factors.data
	const canAdd = isOffered && 'PublicKeyCredential' in window

	return (
		<section aria-labelledby="keys" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="keys">Security key</h3>
			<p className="max-w-read">
				A key that you plug in or hold to your phone. You touch it to sign in instead of typing a code. It only works on this site, so no
				one can trick you into giving it away.
			</p>
			<Factors
				factors={keys}
				kind="key"
				unnamed="Security key"
				removedText="It no longer signs you in"
				isLast={apps.length + keys.length === 1}
				add={['Add a Security Key', 'Add a security key']}
				instead={canAdd ? undefined : isOffered && <p className="text-soft">This browser does not support security keys.</p>}
				renderAdding={(onAdded) => <AddKey onAdded={onAdded} />}
			/>
		</section>
	)
}

function AddKey({ onAdded }: { onAdded: () => void }) {
	const tell = () => {
		toast({ title: 'Key added', description: 'From now on, you touch it to sign in. Other devices have been signed out.' })
		onAdded()
	}
	return (
		<NameStep
			suggested="My key"
			hint="So you can tell later which key it is."
			note="Have the key ready: your browser will ask for it next."
			button="Add Key"
			call={addKey}
			onDone={tell}
		/>
	)
}
