import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { describeRefusal } from '#app/lib/auth-refusal.ts'
import { useGuard } from '#app/lib/second-factor/guard.tsx'
import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { FactorList } from './factor-list.tsx'
import { addKey } from './security-calls.ts'
import { useFactors } from './use-factors.ts'

const MOST_NAME = 120

/** Security keys as second factor. Where the site takes no new ones, those of the account still stand here. */
export function SecurityKeys() {
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	const factors = useFactors()
	const queries = useQueryClient()
	const [isAdding, setAdding] = useState(false)
	const reload = () => void queries.invalidateQueries({ queryKey: ['security'] })
	const isOffered = ways.data?.hasSecurityKeys === true
	// Apps above tell why nothing could be read.
	if (!factors.data || (!isOffered && factors.data.keys.length === 0)) return null
	const { apps, keys } = factors.data

	return (
		<section aria-labelledby="keys" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="keys">Security key</h3>
			<p className="max-w-read">
				A key that you plug in or hold to your phone. A sign-in asks for its touch instead of a code; it works on this site only, so nobody
				can talk you out of it.
			</p>
			{keys.length === 0 ? (
				<p className="text-soft">No key yet.</p>
			) : (
				<FactorList
					factors={keys}
					kind="key"
					unnamed="Security key"
					removedText="Its touch is no longer accepted"
					isLast={apps.length + keys.length === 1}
					onRemoved={reload}
				/>
			)}
			{isOffered && <AddButton onPress={() => setAdding(true)} />}
			<Dialog title="Add a security key" isOpen={isAdding} onClose={() => setAdding(false)} closeLabel="Cancel">
				<AddKey
					onAdded={() => {
						setAdding(false)
						reload()
					}}
				/>
			</Dialog>
		</section>
	)
}

function AddButton({ onPress }: { onPress: () => void }) {
	if (!('PublicKeyCredential' in window)) return <p className="text-soft">This browser does not know security keys.</p>
	return (
		<Button variant="secondary" onClick={onPress}>
			Add a Security Key
		</Button>
	)
}

function AddKey({ onAdded }: { onAdded: () => void }) {
	const guard = useGuard()
	const [name, setName] = useState('My key')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		if (name.trim() === '') return setError('Please enter a name')
		setBusy(true)
		const outcome = await guard(() => addKey(name.trim()))
		setBusy(false)
		if (!outcome.ok) return setError(describeRefusal(outcome.refusal))
		toast({ title: 'Key added', description: 'From now on a sign-in asks for its touch. Other devices have been signed out.' })
		return onAdded()
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
			<TextField
				label="Name"
				hint="So that you know later which key it is."
				value={name}
				maxLength={MOST_NAME}
				error={error}
				onChange={(event) => {
					setName(event.target.value)
					setError(undefined)
				}}
			/>
			<p>Have the key at hand: your browser asks for it next.</p>
			<div>
				<Button type="submit" pending={isBusy}>
					Add Key
				</Button>
			</div>
		</form>
	)
}
