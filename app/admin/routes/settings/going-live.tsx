import { Link } from 'react-router'

import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readSubject } from '#server/console/settings/read-settings.ts'

import { RestartStatus } from './restart-status.tsx'

type Read = Awaited<ReturnType<typeof readSubject>>
type GoingLiveProps = { goingLive: NonNullable<Read['goingLive']>; connection: NonNullable<Read['service']>['connection'] }

const ADDRESS = `${consolePaths.settings}/going-live`

const Steps = ({ steps }: Pick<GoingLiveProps['goingLive'], 'steps'>) => (
	<DataTable
		caption="Before you go live"
		rows={steps}
		rowKey={({ title }) => title}
		empty=""
		columns={[
			{
				head: 'Step',
				card: 'title',
				cell: ({ title, link }) => <span className="wrap-normal">{link ? <Link to={link.href}>{title}</Link> : title}</span>,
			},
			{
				head: 'Status',
				card: 'end',
				cell: ({ isDone }) => <StateBadge word={isDone ? 'done' : 'to do'} tone={isDone ? 'good' : 'warn'} />,
			},
			{ head: 'What it needs', card: 'plain', cell: ({ words }) => words },
		]}
	/>
)

const Texts = ({ legalTexts, termsAddress }: Pick<GoingLiveProps['goingLive'], 'legalTexts' | 'termsAddress'>) => (
	<>
		<h3>What you promise</h3>
		<p>Read these texts before the first sale: they apply to every buyer.</p>
		<ul className="flex flex-wrap gap-x-6 gap-y-2">
			{legalTexts.map(({ title, href }) => (
				<li key={href}>
					<Link to={href}>{title}</Link>
				</li>
			))}
		</ul>
		<p>
			{'In Stripe, open Settings, Business, Public details, and enter '}
			<code>{termsAddress}</code>
			{' as your terms URL. Without it, Stripe refuses to open checkouts.'}
		</p>
	</>
)

/** Steps for going live, as shown on a development machine, which always stays in the sandbox. */
const Preview = ({ steps }: Pick<GoingLiveProps['goingLive'], 'steps'>) => (
	<div className="grid gap-4">
		<Callout>
			This server is a sandbox for your own computer. To sell, run your academy on a public server in production mode. Here are the steps
			you’ll see there. Settings you save now carry over if you move this database.
		</Callout>
		<Steps steps={steps} />
		<Disclosure summary="For the person who runs the server">
			<p>
				Start the server with <code>NODE_ENV=production</code>, behind a proxy that speaks TLS. Leave out <code>SANDBOX</code>: this page
				then switches the academy from the sandbox to real buyers. <code>README.md</code> describes the rest under “Going live”.
			</p>
		</Disclosure>
	</div>
)

/** Forms for going live. If the mode can't be switched here, shows the steps, or a note that the server's settings decide. */
export function GoingLive({ goingLive, connection }: GoingLiveProps) {
	const { decider, isLive, steps, legalTexts, termsAddress } = goingLive
	if (decider === 'machine') return <Preview steps={steps} />
	if (decider === 'server' || !connection)
		return <p>{`This is set on your server: it is ${isLive ? 'live' : 'a sandbox'}. You can’t change it here.`}</p>
	const missing = steps.filter(({ isDone }) => !isDone).length
	return (
		<div className="grid gap-4">
			<RestartStatus address={ADDRESS} connection={connection} />
			{isLive ? (
				<ConfirmForm
					action={`${ADDRESS}/disconnect`}
					label="Go back to the sandbox"
					title="Go back to the sandbox?"
					hidden={{ version: connection.version }}
					consequences={[
						['What happens', 'New checkouts are practice, so no one can buy. The server restarts, and pages pause for a few seconds.'],
						[
							'Open checkouts',
							'Someone who is paying right now may still be charged while the order here stays unpaid. Check Stripe afterwards.',
						],
						['Kept', 'Buyers keep their access. Your keys stay saved.'],
					]}
					hasReason={false}
				/>
			) : (
				<>
					<Steps steps={steps} />
					<Texts legalTexts={legalTexts} termsAddress={termsAddress} />
					{missing > 0 ? (
						<Callout>
							{missing === 1 ? 'One step is left before you can go live.' : `${missing} steps are left before you can go live.`}
						</Callout>
					) : (
						<ConfirmForm
							action={`${ADDRESS}/connect`}
							label="Go live"
							title="Go live?"
							hidden={{ version: connection.version, sandbox: '0' }}
							consequences={[
								[
									'What happens',
									'We check Stripe and your mail server once more. Then the server restarts, and pages pause for a few seconds.',
								],
								['From then on', 'Buyers pay with real money.'],
								['Kept', 'Practice orders stay in your lists and figures.'],
							]}
							hasReason={false}
							tone="primary"
						>
							{({ errors }) => (
								<Checkbox
									name="terms"
									value="yes"
									label="I have read the terms and the other legal texts, and they apply to my academy"
									error={errors.terms}
									required
								/>
							)}
						</ConfirmForm>
					)}
				</>
			)}
		</div>
	)
}
