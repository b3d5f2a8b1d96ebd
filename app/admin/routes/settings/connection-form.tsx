import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { CopyField } from '#app/admin/ui/copy-field.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { readSubject } from '#server/console/settings/read-settings.ts'

import { RestartStatus } from './restart-status.tsx'

type Service = NonNullable<Awaited<ReturnType<typeof readSubject>>['service']>
type Connection = NonNullable<Service['connection']>
type Shown = Connection['fields'][number]

function Field({ field, typed, error }: { field: Shown; typed: string | undefined; error: string | undefined }) {
	const { name, label, hint, type, isSecret, value, known, removal } = field
	const shared = { name, id: `f-${name}`, label, error, maxLength: 2000 }
	const size = type === 'number' ? { inputMode: 'numeric' as const, className: 'control max-w-32' } : {}
	if (!isSecret) return <TextField {...shared} {...size} type={type} hint={hint} defaultValue={typed ?? value} autoComplete="off" />
	return (
		<>
			<TextField
				{...shared}
				type="password"
				hint={known === '' ? hint : `${known}. Leave this empty to keep it, or enter another to replace it.`}
				autoComplete="new-password"
			/>
			{known !== '' && <Checkbox name={removal} value="yes" label={`Remove: ${label}`} />}
		</>
	)
}

/** Form for a service's settings. Stored secrets are never shown. */
export function ConnectionForm({ address, connection }: { address: string; connection: Connection }) {
	const { fields, isSet, canRestart, webhook, version } = connection
	return (
		<div id="connect" className="grid gap-3">
			<RestartStatus address={address} connection={connection} />
			{webhook !== null && (
				<CopyField
					id="webhook-address"
					label="Webhook address"
					hint={
						webhook.isReachable
							? 'Add it in Stripe under Developers, Webhooks, so that Stripe reports payments here.'
							: 'Works once your academy has its own web address.'
					}
					value={webhook.address}
				/>
			)}
			<ActionForm
				action={`${address}/connect`}
				label="Save and connect"
				hidden={{ version }}
				note={canRestart ? 'We check the connection first. Then the server restarts, and pages pause for a few seconds.' : undefined}
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
					hidden={{ version }}
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
