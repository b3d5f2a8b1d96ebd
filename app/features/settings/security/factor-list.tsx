import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { type Factor, removeFactor } from './security-calls.ts'
import { formatShortDay } from './time-words.ts'

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
						<strong>{factor.name || unnamed}</strong> <span className="text-soft">since {formatShortDay(factor.addedAt)}</span>
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
								? `It is your only second factor: signing in will no longer ask for one, and your recovery codes will stop working.`
								: `You will no longer be able to sign in with it.`}
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

export function Factors({ add: [label, title], instead, renderAdding, ...list }: FactorsProps) {
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
