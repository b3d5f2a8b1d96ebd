import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Loaded, requireAuthValue } from '#app/lib/loaded.tsx'
import { addPasskey, listPasskeys, type Passkey, removePasskey, renamePasskey } from '#app/lib/passkey-calls.ts'
import { loadSignInWays } from '#app/lib/sign-in-ways.ts'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { NameStep } from './name-step.tsx'
import { formatDate, formatDateTime } from './time-words.ts'

const nameOf = (passkey: Passkey) => passkey.friendly_name || 'Passkey'

export function Passkeys() {
	const queries = useQueryClient()
	const passkeys = useQuery({ queryKey: ['security', 'passkeys'], queryFn: async () => requireAuthValue(await listPasskeys()) })
	const { isBusy, run } = useGuardedCall()
	const ways = useQuery({ queryKey: ['ways'], queryFn: loadSignInWays })
	const reload = () => void queries.invalidateQueries({ queryKey: ['security', 'passkeys'] })
	// Renders nothing on sites without passkeys.
	if (ways.data?.hasPasskeys === false) return null

	async function add() {
		if (await run(addPasskey, { title: 'Passkey added', description: 'You can now sign in with it' })) reload()
	}

	return (
		<section aria-labelledby="passkeys" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="passkeys">Passkeys</h3>
			<p className="max-w-read">
				A passkey signs you in with the fingerprint, face or PIN of your device. Nothing to type, and nothing to steal.
			</p>
			<Loaded query={passkeys} what="your passkeys">
				{(list) =>
					list.length === 0 ? (
						<p className="text-soft">No passkeys yet.</p>
					) : (
						<ul className="grid w-full max-w-read gap-2">
							{list.map((passkey) => (
								<PasskeyRow key={passkey.id} passkey={passkey} onChanged={reload} />
							))}
						</ul>
					)
				}
			</Loaded>
			{'PublicKeyCredential' in window ? (
				<Button variant="secondary" pending={isBusy} onClick={() => void add()}>
					Add a Passkey
				</Button>
			) : (
				<p className="text-soft">This browser doesn’t support passkeys.</p>
			)}
		</section>
	)
}

function PasskeyRow({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }) {
	const { run } = useGuardedCall()
	const [isNaming, setNaming] = useState(false)
	const name = nameOf(passkey)

	const remove = async () => {
		const words = { title: 'Passkey removed', description: 'It no longer signs you in. Remove it from your device too.' }
		if (await run(() => removePasskey(passkey.id), words)) onChanged()
	}

	return (
		<li className="flex flex-wrap items-center justify-between gap-x-5 border-b border-line py-1">
			<span className="min-w-0 break-words">
				<strong>{name}</strong>{' '}
				<span className="text-soft">
					since {formatDate(passkey.created_at)}
					{passkey.last_used_at && `, last used ${formatDateTime(passkey.last_used_at)}`}
				</span>
			</span>
			<span className="flex gap-x-4">
				<Button variant="quiet" onClick={() => setNaming(true)}>
					Rename<span className="sr-only"> {name}</span>
				</Button>
				<ConfirmButton label="Remove" name={name} title="Remove this passkey?" confirmLabel="Remove Passkey" onConfirm={remove}>
					<p>You’ll need another way to sign in on the device that holds it.</p>
				</ConfirmButton>
			</span>
			<Dialog title="Rename the passkey" isOpen={isNaming} onClose={() => setNaming(false)} closeLabel="Cancel">
				<NameStep
					suggested={name}
					button="Save Name"
					call={(typed) => renamePasskey(passkey.id, typed)}
					onDone={() => {
						setNaming(false)
						onChanged()
					}}
				/>
			</Dialog>
		</li>
	)
}
