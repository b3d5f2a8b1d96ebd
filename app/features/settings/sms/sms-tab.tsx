import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { findRefusal, needsSecondFactor } from '#app/lib/own-api.ts'
import { LoadFailed } from '#app/lib/query-provider.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { Table } from '#app/ui/table.tsx'
import type { SmsState } from '#contracts/sms.ts'

import { loadSmsLogs, loadSmsSettings, loadSmsState, type SmsLog, type SmsSettings } from './sms-api.ts'
import { SmsConsent } from './sms-consent.tsx'
import { SmsPreferences } from './sms-preferences.tsx'
import { usePhoneVerification } from './use-phone-verification.ts'
import { VerifyPhone } from './verify-phone.tsx'

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
				<LoadFailed
					query={logs}
					title={needsSecondFactor(logs.error) ? 'Confirm that it’s you to see your messages' : 'Your messages couldn’t be loaded'}
				/>
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

const useSms = (userId: string) =>
	useQuery({
		queryKey: ['sms', userId],
		queryFn: async ({ signal }) => {
			const [settings, state] = await Promise.all([loadSmsSettings(userId), loadSmsState(signal)])
			return { settings, state }
		},
		// Disabled, because a refetch would overwrite unsaved input.
		refetchOnWindowFocus: false,
		refetchOnReconnect: false,
	})

export function SmsTab({ userId }: { userId: string }) {
	const sms = useSms(userId)
	// The learner closed the second-factor dialog. Settings loaded earlier are hidden, too, because saving them would open the dialog again.
	const isClosed = needsSecondFactor(sms.error)
	return (
		<section aria-labelledby="sms" className="grid grid-cols-1 gap-8">
			<h2 id="sms">SMS</h2>
			{sms.isPending && (
				<p role="status" className="flex items-center gap-3">
					<Spinner /> Loading your SMS settings…
				</p>
			)}
			{isClosed && <ConfirmFirst isBusy={sms.isFetching} onConfirm={() => void sms.refetch()} />}
			{sms.isError && !isClosed && !sms.data && (
				<LoadFailed query={sms} title="Your SMS settings couldn’t be loaded">
					<p>
						{findRefusal(sms.error) !== null ? 'The server didn’t accept the request. Try signing in again.' : 'You seem to be offline.'}
					</p>
				</LoadFailed>
			)}
			{sms.data && !isClosed && <SmsForms userId={userId} settings={sms.data.settings} state={sms.data.state} />}
		</section>
	)
}

/** Prompt to confirm the second factor. It takes focus, because the form that had it was removed. */
function ConfirmFirst({ isBusy, onConfirm }: { isBusy: boolean; onConfirm: () => void }) {
	const place = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (document.activeElement === document.body) place.current?.focus()
	}, [])
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			<Callout title="Confirm that it’s you">
				<p>Your second factor protects these settings.</p>
				<Button variant="secondary" className="mt-3" pending={isBusy} onClick={onConfirm}>
					Confirm
				</Button>
			</Callout>
		</div>
	)
}

function SmsForms({ userId, settings, state }: { userId: string; settings: SmsSettings; state: SmsState }) {
	const queries = useQueryClient()
	const reload = () => {
		void queries.invalidateQueries({ queryKey: ['sms', userId] })
		void queries.invalidateQueries({ queryKey: ['sms-logs', userId] })
	}
	const verification = usePhoneVerification({ phone: settings.phone_number ?? '', state, onVerified: reload })
	const verifiedPhone = settings.verified ? settings.phone_number : null
	return (
		<>
			{!state.isAvailable && (
				<Callout title="Text messages are switched off">
					<p>This site can’t send texts at the moment. Your settings stay as they are.</p>
				</Callout>
			)}
			<OptedOut optedOut={state.optedOut} />
			{state.isAvailable && <VerifyPhone verification={verification} verifiedPhone={verifiedPhone} />}
			{state.isAvailable && verifiedPhone !== null && !state.hasConsent && <SmsConsent onGiven={reload} />}
			{verifiedPhone !== null && <SmsPreferences userId={userId} settings={settings} onSaved={reload} />}
			<SmsLogList userId={userId} />
		</>
	)
}

const WHAT = { codes: 'codes', notifications: 'course and payment messages' }

function OptedOut({ optedOut }: { optedOut: SmsState['optedOut'] }) {
	const streams = (['codes', 'notifications'] as const).filter((stream) => optedOut[stream])
	if (streams.length === 0) return null
	return (
		<Callout title="This number has opted out">
			<p>
				It gets no {streams.map((stream) => WHAT[stream]).join(' and no ')} from us, whatever is switched on below. Text START to the number
				our messages came from to get them again.
			</p>
		</Callout>
	)
}
