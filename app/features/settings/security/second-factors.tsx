import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { CodeForm } from '#app/lib/code-form.tsx'
import { Loaded } from '#app/lib/loaded.tsx'
import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { NameStep } from './name-step.tsx'
import {
	addSecurityKey,
	confirmApp,
	enrollAuthenticator,
	type NewAuthenticatorApp,
	useFactors,
	type Factor,
	removeFactor,
} from './security-calls.ts'
import { formatDate } from './time-words.ts'

type FactorListProps = {
	factors: readonly Factor[]
	/** Noun for texts such as "Remove this app?". */
	kind: 'app' | 'key'
	unnamed: string
	removedText: string
	/** True if the account has no other factor of either kind. */
	isLast: boolean
	onRemoved: () => void
}

function FactorList({ factors, kind, unnamed, removedText, isLast, onRemoved }: FactorListProps) {
	const { run } = useGuardedCall()
	const title = kind === 'app' ? 'App' : 'Key'
	const remove = async (factor: Factor) => {
		if (await run(() => removeFactor(factor.id), { title: `${title} removed`, description: removedText })) onRemoved()
	}
	return (
		<ul className="grid w-full max-w-read gap-2">
			{factors.map((factor) => (
				<li key={factor.id} className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-1">
					<span className="min-w-0 break-words">
						<strong>{factor.name || unnamed}</strong> <span className="text-soft">since {formatDate(factor.addedAt)}</span>
					</span>
					<ConfirmButton
						label="Remove"
						name={factor.name || unnamed}
						title={`Remove this ${kind}?`}
						confirmLabel={`Remove ${title}`}
						onConfirm={() => remove(factor)}
					>
						<p>
							{isLast
								? `It’s your only second factor: signing in will no longer ask for one, and your recovery codes will stop working.`
								: `You’ll no longer be able to sign in with it.`}
						</p>
					</ConfirmButton>
				</li>
			))}
		</ul>
	)
}

type FactorsProps = Omit<FactorListProps, 'onRemoved'> & {
	/** Label of the button and title of the dialog that add a factor. */
	add: readonly [label: string, title: string]
	/** Shown instead of the button if factors can't be added. */
	instead?: ReactNode
	renderAdding: (onAdded: () => void) => ReactNode
}

function Factors({ add: [label, title], instead, renderAdding, ...list }: FactorsProps) {
	const queries = useQueryClient()
	const [isAdding, setAdding] = useState(false)
	const reload = () => void queries.invalidateQueries({ queryKey: ['security'] })
	function close() {
		setAdding(false)
		reload()
	}
	return (
		<>
			{list.factors.length === 0 ? <p className="text-soft">{`No ${list.kind} yet.`}</p> : <FactorList {...list} onRemoved={reload} />}
			{instead ?? (
				<Button variant="secondary" onClick={() => setAdding(true)}>
					{label}
				</Button>
			)}
			<Dialog title={title} isOpen={isAdding} onClose={() => setAdding(false)} closeLabel="Cancel">
				{renderAdding(close)}
			</Dialog>
		</>
	)
}

function AddApp({ onAdded }: { onAdded: () => void }) {
	const [app, setApp] = useState<NewAuthenticatorApp | null>(null)
	if (app) return <ConfirmApp app={app} onAdded={onAdded} />
	const hint = 'So you can tell later which device it’s on.'
	return <NameStep suggested="My phone" hint={hint} button="Continue" call={enrollAuthenticator} onDone={setApp} />
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function ConfirmApp({ app, onAdded }: { app: NewAuthenticatorApp; onAdded: () => void }) {
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
			hint="The code your app shows now."
			missing="Enter the 6-digit code from your app"
			checkCode={checkCode}
			onPassed={tellAdded}
		>
			<p>Scan this QR code with your authenticator app.</p>
			<img src={app.picture} alt="QR code for your authenticator app" width={200} height={200} className="bg-white p-2" />
			<div className="grid justify-items-start gap-1">
				<p>Or type this key into the app:</p>
				<p className="font-mono break-all" aria-label="Setup key">
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
				still can’t change your account.
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
				instead={canAdd ? undefined : isOffered && <p className="text-soft">This browser doesn’t support security keys.</p>}
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
			call={addSecurityKey}
			onDone={tell}
		/>
	)
}
