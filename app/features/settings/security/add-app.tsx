import { useId, useState, type FormEvent } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { Button } from '#app/ui/button.tsx'
import { CodeField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { CopyButton } from './copy-button.tsx'
import { NameStep } from './name-step.tsx'
import { beginApp, confirmApp, type NewApp } from './security-calls.ts'

/** Two steps: a name, then the picture to scan and the first code. */
export function AddApp({ onAdded }: { onAdded: () => void }) {
	const [app, setApp] = useState<NewApp | null>(null)
	if (app) return <ConfirmApp app={app} onAdded={onAdded} />
	const hint = 'So you know later which device it is on.'
	return <NameStep suggested="My phone" hint={hint} button="Continue" call={beginApp} onDone={setApp} />
}

const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

function ConfirmApp({ app, onAdded }: { app: NewApp; onAdded: () => void }) {
	const fieldId = useId()
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	const refuse = (message: string) => {
		setError(message)
		document.getElementById(fieldId)?.focus()
	}

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		if (code === '') return refuse('Enter the 6-digit code from your app')
		setBusy(true)
		const outcome = await confirmApp(app.id, code)
		setBusy(false)
		if (!outcome.ok) return refuse(describeRefusal(outcome.refusal))
		toast({ title: 'App added', description: 'From now on, you need its code to sign in. Other devices have been signed out.' })
		onAdded()
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
			<p>Scan this picture with your authenticator app.</p>
			<img src={app.picture} alt="QR code for your authenticator app" width={200} height={200} className="bg-white p-2" />
			<div className="grid justify-items-start gap-1">
				<p>Or type this key into the app:</p>
				<p className="font-mono break-all" aria-label="Key for the app">
					{inGroups(app.secret)}
				</p>
				<CopyButton text={app.secret} label="Copy Key" />
			</div>
			<CodeField
				id={fieldId}
				label="6-digit code"
				hint="The code that the app shows now."
				error={error}
				value={code}
				placeholder="000000"
				onCode={(digits) => {
					setCode(digits)
					setError(undefined)
				}}
			/>
			<div>
				<Button type="submit" pending={isBusy}>
					Add App
				</Button>
			</div>
		</form>
	)
}
