import { CHECK_STATES, FixLink } from '#app/admin/routes/health/check-result.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { FormSection } from '#app/admin/ui/form-section.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readSubject } from '#server/console/settings/read-settings.ts'

import { ConnectionForm } from './connection-form.tsx'
import { GoingLive } from './going-live.tsx'

export const SERVICE_STATES = {
	configured: { word: 'configured', tone: 'good' },
	sandbox: { word: 'sandbox', tone: 'warn' },
	off: { word: 'not set up', tone: 'calm' },
} as const

type Read = Awaited<ReturnType<typeof readSubject>>
type Service = NonNullable<Read['service']>
type ServiceCardProps = { subject: string; service: Service; goingLive: Read['goingLive'] }

function CheckResults({ check: { at, lines } }: { check: NonNullable<Service['check']> }) {
	return (
		<div id="check">
			<p>
				{'Checked '}
				<Time at={at} />
			</p>
			<DataTable
				caption="What the check found"
				rows={lines}
				rowKey={({ what }) => what}
				empty=""
				columns={[
					{ head: 'Check', cell: ({ what }) => what },
					{ head: 'Status', cell: ({ state }) => <StateBadge word={CHECK_STATES[state][0]} tone={CHECK_STATES[state][1]} /> },
					{ head: 'Found', cell: ({ found }) => found },
					{ head: 'How to fix it', cell: ({ fix }) => <FixLink {...fix} /> },
				]}
			/>
		</div>
	)
}

export function ServiceCard({ subject, service, goingLive }: ServiceCardProps) {
	const { name, title, state, meaning, facts, canCheck, check, connection } = service
	const address = `${consolePaths.settings}/${subject}`
	return (
		<FormSection
			id="service"
			title={title}
			about={
				<>
					<p>
						<StateBadge {...(goingLive?.isLive ? { word: 'live', tone: 'good' } : SERVICE_STATES[state])} />
					</p>
					<p className="text-soft">{meaning}</p>
				</>
			}
		>
			{facts.length > 0 && (
				<Facts>
					{facts.map(([label, value]) => (
						<Fact key={label} name={label}>
							{value}
						</Fact>
					))}
				</Facts>
			)}
			{goingLive && <GoingLive goingLive={goingLive} connection={connection} />}
			{!goingLive && connection && <ConnectionForm address={address} connection={connection} />}
			{!goingLive && !connection && <p className="text-soft">Set by an environment variable on the server, so it can’t be changed here.</p>}
			<div className="flex flex-wrap gap-3">
				{name === 'mail' && <ActionForm action={`${address}/test`} label="Send test email" tone="secondary" />}
				{canCheck && <ActionForm action={`${address}/check`} label="Check connection" tone="secondary" />}
			</div>
			{check && <CheckResults check={check} />}
		</FormSection>
	)
}
