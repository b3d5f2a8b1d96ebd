import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { downloadText } from '#app/lib/download-file.ts'
import { Loaded, requireAuthValue } from '#app/lib/loaded.tsx'
import { useGuardedCall } from '#app/second-factor/guard.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/confirm-button.tsx'
import { CopyButton } from '#app/ui/copy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { type CodesLeft, makeCodes, readCodesLeft, useFactors } from './security-calls.ts'

const MAX_CODES_TO_WARN = 3

/** Recovery codes. An account has them only together with an app or a security key. */
export function RecoveryCodes() {
	const { data } = useFactors()
	if (!data || data.apps.length + data.keys.length === 0) return null
	return <CodesOfAccount />
}

function CodesOfAccount() {
	const queries = useQueryClient()
	const status = useQuery({ queryKey: ['security', 'codes'], queryFn: async () => requireAuthValue(await readCodesLeft()) })
	const { isBusy, run } = useGuardedCall()
	const [codes, setCodes] = useState<readonly string[] | null>(null)

	async function make(hasCodes: boolean) {
		const made = await run(() => makeCodes(hasCodes))
		if (!made) return
		setCodes(made.value.codes)
		void queries.invalidateQueries({ queryKey: ['security', 'codes'] })
	}

	return (
		<section aria-labelledby="codes" className="grid grid-cols-1 justify-items-start gap-4">
			<h3 id="codes">Recovery codes</h3>
			<p className="max-w-read">If you lose your app or key, each of these codes lets you sign in once.</p>
			<Loaded query={status} what="your recovery codes">
				{({ left }) =>
					left === null ? (
						<Button pending={isBusy} onClick={() => void make(false)}>
							Create Recovery Codes
						</Button>
					) : (
						<>
							<Left left={left} />
							<ConfirmButton
								label="Create New Codes"
								title="Create new recovery codes?"
								confirmLabel="Create New Codes"
								onConfirm={() => make(true)}
							>
								<p>Your current codes will stop working.</p>
							</ConfirmButton>
						</>
					)
				}
			</Loaded>
			<Dialog title="Your recovery codes" isOpen={codes !== null} onClose={() => setCodes(null)}>
				{codes && <ShownOnce codes={codes} onKept={() => setCodes(null)} />}
			</Dialog>
		</section>
	)
}

function Left({ left: { remaining, total } }: { left: NonNullable<CodesLeft> }) {
	return (
		<p className={remaining <= MAX_CODES_TO_WARN ? 'font-semibold text-danger-ink' : ''}>
			{remaining} of {total} codes are left.{remaining <= MAX_CODES_TO_WARN && ' Create new ones soon.'}
		</p>
	)
}

const inGroups = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code

function ShownOnce({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
	const text = codes.map(inGroups).join('\n')
	return (
		<div className="grid gap-5">
			<p>Keep them where you can find them without your phone or key. We only show them once.</p>
			<ul className="grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2" aria-label="Recovery codes">
				{codes.map((code) => (
					<li key={code}>{inGroups(code)}</li>
				))}
			</ul>
			<div className="screen-only flex flex-wrap gap-x-5 gap-y-2">
				<CopyButton text={text} label="Copy" />
				<Button variant="quiet" onClick={() => downloadText('recovery-codes.txt', `${window.location.host}\n\n${text}\n`)}>
					Download
				</Button>
				<Button variant="quiet" onClick={() => window.print()}>
					Print
				</Button>
			</div>
			<div className="screen-only">
				<Button onClick={onKept}>I Have Saved Them</Button>
			</div>
		</div>
	)
}
