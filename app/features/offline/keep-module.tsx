import { useEffect, useState } from 'react'

import { estimateBytes } from '#app/lib/keep-module.ts'
import { canKeep, type KeptModule } from '#app/lib/kept-modules.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'

import type { KeepProblem, useKeptModule } from './use-kept-module.ts'

const PROBLEMS: Record<KeepProblem, string> = {
	'no-room': 'This device has no room for it. Nothing was changed.',
	refused: 'The server does not open this module for you yet. Nothing was changed.',
	evicted: 'This browser removed it to make room for something else. You can keep it again.',
	offline: 'The server could not be reached. Nothing was changed; please try again with a connection.',
}

const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** The files of the site are there once, however many modules are kept. */
const sayRoom = ({ bytes, sharedBytes }: KeptModule) =>
	sharedBytes > 0 ? `${inMegabytes(bytes)}, beside ${inMegabytes(sharedBytes)} that all modules share` : inMegabytes(bytes)

type KeepModuleProps = { module: ReturnType<typeof useKeptModule>; lessons: number }

/** Lets a learner keep a module on this device, tells how much room that takes, and removes it again. */
export function KeepModule({ module: { kept, share, problem, keep, forget }, lessons }: KeepModuleProps) {
	const [estimate, setEstimate] = useState<number | null>(null)
	const [isOffered, setOffered] = useState(false)
	const isKept = kept !== null
	useEffect(() => {
		if (!canKeep()) return
		setOffered(true)
		// Without a connection nothing is told; the button then says what is wrong.
		if (!isKept) estimateBytes(lessons).then(setEstimate, () => {})
	}, [lessons, isKept])
	if (!isOffered) return null
	return (
		<section aria-labelledby="without-connection" className="max-w-read">
			<h3 id="without-connection">Without a connection</h3>
			<p className="mt-3">
				{kept
					? `This module has been on this device since ${formatLocalDay(kept.keptAt)} and takes up ${sayRoom(kept)}. Open it online now and then to keep it up to date.`
					: 'Use this module offline: its texts, figures, exercises and knowledge checks open on this device without the internet. Open it online again while signed in to save your work to your account.'}
				{!kept && estimate !== null && ` It takes up about ${inMegabytes(estimate)}.`}
			</p>
			<div className="mt-4 grid gap-4 justify-items-start">
				{share === null ? (
					<Button variant="secondary" onClick={() => void (kept ? forget() : keep())}>
						<Icon name={kept ? 'close' : 'download'} />
						{kept ? 'Remove from this device' : 'Keep on this device'}
					</Button>
				) : (
					<div className="w-full">
						<p className="mb-2">Keeping it on this device…</p>
						<ProgressBar label="Keeping the module" value={Math.round(share * 100)} />
					</div>
				)}
				<p role="status" className="sr-only">
					{kept ? 'This module is on this device.' : ''}
				</p>
				{problem && !(problem === 'evicted' && kept) && (
					<Callout tone="danger" role="alert" title={problem === 'evicted' ? 'No longer on this device' : 'Not kept'}>
						<p>{PROBLEMS[problem]}</p>
					</Callout>
				)}
			</div>
		</section>
	)
}
