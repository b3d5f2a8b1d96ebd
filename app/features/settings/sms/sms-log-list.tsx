import { useQuery } from '@tanstack/react-query'

import { needsSecondFactor } from '#app/lib/own-api.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Table } from '#app/ui/table.tsx'

import { loadSmsLogs, type SmsLog } from './sms-api.ts'

const SHOWN_CHARACTERS = 100

const TYPES: Record<string, string> = {
	phone_verification: 'Verification code',
	two_factor_auth: 'Second-factor code',
	course_progress: 'Course progress',
	payment_confirmation: 'Payment',
}
const GOOD = new Set(['sent', 'delivered'])
const BAD = new Set(['failed', 'undelivered'])

const timeOf = (instant: string) => new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const toneOf = (status: string) => (GOOD.has(status) ? 'good' : BAD.has(status) ? 'danger' : 'plain')

export function SmsLogList({ userId }: { userId: string }) {
	const logs = useQuery({ queryKey: ['sms-logs', userId], queryFn: loadSmsLogs })
	return (
		<section aria-labelledby="sms-logs" className="grid grid-cols-1 gap-4">
			<h3 id="sms-logs">Recent messages</h3>
			{logs.isPending && <p role="status">Loading your messages…</p>}
			{logs.isError && (
				<Callout
					tone="danger"
					role="alert"
					title={needsSecondFactor(logs.error) ? 'Confirm that it is you to see your messages' : 'Your messages could not be loaded'}
				>
					<Button variant="secondary" className="mt-3" pending={logs.isFetching} onClick={() => void logs.refetch()}>
						Try Again
					</Button>
				</Callout>
			)}
			{logs.data?.length === 0 && <p className="text-soft">No messages yet.</p>}
			{logs.data && logs.data.length > 0 && <LogTable logs={logs.data} />}
		</section>
	)
}

const LogTable = ({ logs }: { logs: readonly SmsLog[] }) => (
	<Table caption="Recent text messages" head={['Type', 'Status', 'Date', 'Message']}>
		{logs.map((log) => (
			<tr key={log.id}>
				<td>{TYPES[log.type] ?? log.type}</td>
				<td>
					<Badge tone={toneOf(log.status)}>{log.status}</Badge>
				</td>
				<td>
					<time dateTime={log.created_at}>{timeOf(log.created_at)}</time>
				</td>
				<td>{log.message.length > SHOWN_CHARACTERS ? `${log.message.slice(0, SHOWN_CHARACTERS)}…` : log.message}</td>
			</tr>
		))}
	</Table>
)
