import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { readSubject } from '#server/console/settings/read-settings.ts'

type Service = NonNullable<Awaited<ReturnType<typeof readSubject>>['service']>
type Connection = NonNullable<Service['connection']>
type Shown = Connection['fields'][number]

const POLL_MS = 1000

/** Shows the page again once the server has started with the new settings, or has given them up. */
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
				// Between its end and its start the server does not answer.
				.catch(() => {})
		}, POLL_MS)
		return () => clearInterval(timer)
	}, [address, isWaiting, revalidate])
}

function Field({ field, typed, error }: { field: Shown; typed: string | undefined; error: string | undefined }) {
	const { name, label, hint, type, isSecret, value, known, removal } = field
	const shared = { name, id: `f-${name}`, label, error, maxLength: 2000 }
	if (!isSecret) return <TextField {...shared} type={type} hint={hint} defaultValue={typed ?? value} autoComplete="off" />
	return (
		<>
			<TextField
				{...shared}
				type="password"
				hint={known === '' ? hint : `${known}. Leave this empty to keep it, or enter another to replace it.`}
				autoComplete="new-password"
			/>
			{known !== '' && (
				<label className="flex items-center gap-2">
					<input type="checkbox" name={removal} value="yes" />
					{`Remove: ${label}`}
				</label>
			)}
		</>
	)
}

function Waiting({ connection: { isPending, canRestart, problem } }: { connection: Connection }) {
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
					{`The server could not use it and went back to the settings from before. ${problem}`}
				</Callout>
			)}
		</div>
	)
}

/** The keys and addresses of a service. Secrets are never shown again. */
export function ConnectionForm({ address, connection }: { address: string; connection: Connection }) {
	const { fields, isSet, isPending, canRestart, webhookAddress } = connection
	useRestart(address, isPending && canRestart)
	return (
		<div id="connect" className="grid gap-3">
			<Waiting connection={connection} />
			{webhookAddress !== null && (
				<CopyField
					id="webhook-address"
					label="Webhook address"
					hint="Add it in Stripe under Developers, Webhooks, so that Stripe reports payments here."
					value={webhookAddress}
				/>
			)}
			<ActionForm
				action={`${address}/connect`}
				label="Save and connect"
				note={canRestart ? 'Saving checks this with the service and restarts the server: pages pause for a few seconds.' : undefined}
				isGuarded
			>
				{({ typed, errors }) =>
					fields.map((field) => <Field key={field.name} field={field} typed={typed[field.name]} error={errors[field.name]} />)
				}
			</ActionForm>
			{isSet && (
				<ConfirmForm
					action={`${address}/disconnect`}
					label="Remove all"
					title="Remove these settings?"
					consequences={[
						['What happens', 'Everything entered here is deleted. After the restart, the server uses its own settings again.'],
					]}
					hasReason={false}
				/>
			)}
		</div>
	)
}
