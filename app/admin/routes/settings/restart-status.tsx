import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import type { readSubject } from '#server/console/settings/read-settings.ts'

type Service = NonNullable<Awaited<ReturnType<typeof readSubject>>['service']>
type Connection = Pick<NonNullable<Service['connection']>, 'isPending' | 'canRestart' | 'problem'>

const POLL_MS = 1000

/** Polls until the server has started with the new settings or has rolled them back, then refreshes the page. */
function useRestart(address: string, isWaiting: boolean): void {
	const { revalidate } = useRevalidator()
	useEffect(() => {
		if (!isWaiting) return
		const timer = setInterval(() => {
			void fetch(`${address}/restart`, { cache: 'no-store' })
				.then(async (answer) => {
					if (!answer.ok || ((await answer.json()) as { isDue: boolean }).isDue) return
					clearInterval(timer)
					await revalidate()
				})
				// The server doesn't respond while it restarts.
				.catch(() => {})
		}, POLL_MS)
		return () => clearInterval(timer)
	}, [address, isWaiting, revalidate])
}

export function RestartStatus({ address, connection: { isPending, canRestart, problem } }: { address: string; connection: Connection }) {
	useRestart(address, isPending && canRestart)
	return (
		<div role="status">
			{isPending && (
				<Callout>
					{canRestart
						? 'Restarting… This page updates in a few seconds. If it doesn’t, reload it.'
						: 'Saved. Restart the server to use the new settings.'}
				</Callout>
			)}
			{problem !== null && (
				<Callout tone="danger" title="The last change was undone">
					{`The server couldn’t use it and went back to the previous settings. ${problem}`}
				</Callout>
			)}
		</div>
	)
}
