import { ACCESS_END_FIELD, AccessForms } from '#app/admin/routes/orders/order-actions.tsx'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { MoreActions } from '#app/admin/ui/more-actions.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { WriteToLearnerForm } from '#app/admin/ui/write-to-learner-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { DELETION_GRACE_DAYS } from '#domain/privacy/periods.ts'
import type { readLearner } from '#server/console/learners/read-learner.ts'

type Read = Awaited<ReturnType<typeof readLearner>>
type Shown = Pick<Read, 'learner' | 'sessions' | 'held' | 'withAccess'> & { path: string }

const MAX_SESSIONS = 20

const endsSessions = ({ length }: Read['sessions']): string =>
	length === 0
		? 'There are no open sessions.'
		: length === 1
			? '1 open session will end.'
			: `${length === MAX_SESSIONS ? `${length} or more` : length} open sessions will end.`

const nameOf = ({ name, email }: Read['learner']) => name ?? email ?? 'this learner'

function Erasure({ path, learner }: Pick<Shown, 'path' | 'learner'>) {
	if (learner.erasesAt === null)
		return (
			<ConfirmForm
				action={`${path}/erase`}
				label="Delete account"
				openerTone="danger"
				title={`Delete the account of ${nameOf(learner)}?`}
				consequences={[
					[
						'When',
						`In ${DELETION_GRACE_DAYS} days. Until then you can cancel it, and so can its owner by signing in. Afterwards it can’t be undone.`,
					],
					['The learner loses', 'The account, access to everything bought, progress, notes and certificates.'],
					['Kept', 'Invoices and order records, as tax law requires.'],
					['Before you do this', 'Make sure that the owner asked for it. We email them right away.'],
				]}
			/>
		)
	return (
		<ConfirmForm
			action={`${path}/keep`}
			label="Keep the account"
			cancelLabel="Go back"
			title="Keep this account?"
			tone="primary"
			consequences={[['What happens', 'The account stays, and we email its owner. Sessions that were ended stay ended.']]}
		/>
	)
}

const Ban = ({ path, learner, sessions }: Omit<Shown, 'held' | 'withAccess'>) =>
	learner.bannedUntil === null ? (
		<ConfirmForm
			action={`${path}/ban`}
			label="Ban"
			openerTone="danger"
			title={`Ban ${nameOf(learner)}?`}
			consequences={[
				['The learner loses', `The ability to sign in, until you lift the ban. ${endsSessions(sessions)}`],
				['Money', 'Nothing is charged or refunded. Orders and records stay; the refund policy still applies.'],
			]}
		/>
	) : (
		<ConfirmForm
			action={`${path}/lift-ban`}
			label="Lift the ban"
			tone="primary"
			consequences={[['What happens', 'They can sign in again.']]}
		/>
	)

const NO_EMAIL = 'This account has no email address.'

/** True for active access without an end. Access that ends can be extended by giving it again. */
const isOpenForGood = ({ access, endsAt }: Shown['learner']['courses'][number]) => access === 'active' && endsAt === null

/** Returns why no course can be given to the learner; null if one can. */
function findObstacle({ email, courses }: Shown['learner']): string | null {
	if (email === null) return NO_EMAIL
	return courses.every(isOpenForGood) ? 'This learner has access to every course.' : null
}

const Refused = ({ id, label, why }: { id: string; label: string; why: string }) => (
	<>
		<Button variant="secondary" disabled aria-describedby={id}>
			{label}
		</Button>
		<p id={id} className="order-1 -mt-2 basis-full text-sm text-soft">
			{why}
		</p>
	</>
)

function GiveAccess({ path, learner }: Pick<Shown, 'path' | 'learner'>) {
	const label = 'Give access'
	const obstacle = findObstacle(learner)
	if (obstacle !== null) return <Refused id="no-access" label={label} why={obstacle} />
	const courses = learner.courses.filter((course) => !isOpenForGood(course))
	return (
		<ConfirmForm
			action={`${path}/grant`}
			label={label}
			tone="primary"
			fields={[
				{ name: 'course', label: 'Course', options: courses.map(({ id, title }) => [id, title]) },
				{ name: 'ends', ...ACCESS_END_FIELD, type: 'datetime-local', isRequired: false },
			]}
			consequences={[
				[
					'What happens',
					learner.isVerified
						? 'We create an order with nothing to pay and email the learner.'
						: 'We create an order with nothing to pay and email an invitation. The access opens when they sign in with its code.',
				],
				...courses
					.filter(({ alsoOpens }) => alsoOpens.length > 0)
					.map(({ title, alsoOpens }) => [`With ${title}`, `${alsoOpens.join(', ')} opens as well.`] as const),
				['Afterwards', 'You can end it, or change when it ends, here.'],
			]}
		/>
	)
}

/** Resends the access email: one button for the newest order of each product that gives access. */
const ResendAccess = ({ learner, withAccess }: Pick<Shown, 'learner' | 'withAccess'>) =>
	withAccess.map(({ id, product }) => (
		<ActionForm
			key={id}
			action={`${consolePaths.orders}/${id}/mail`}
			id="access"
			label={withAccess.length === 1 ? 'Resend access email' : `Resend access email for ${product}`}
			hidden={{ mail: 'access', learner: learner.id }}
			tone="secondary"
		/>
	))

const OperatorActions = ({ path, learner }: Pick<Shown, 'path' | 'learner'>) => (
	<>
		<GiveAccess path={path} learner={learner} />
		<ConfirmForm
			action={`${path}/see`}
			label="View as learner"
			tone="primary"
			consequences={[['What happens', 'You see their pages, read only, for 15 minutes. Their security log will show that you looked.']]}
		/>
	</>
)

const DangerActions = ({ path, learner, sessions }: Omit<Shown, 'held' | 'withAccess'>) => (
	<>
		{learner.factors.length > 0 && (
			<ConfirmForm
				action={`${path}/factors`}
				label="Remove all second factors and passkeys"
				openerTone="danger"
				title={`Remove all second factors of ${nameOf(learner)}?`}
				consequences={[
					['Before you continue', 'Verify that the owner is asking: anyone else could take over the account.'],
					['Removed', `${learner.factors.join(', ')}. ${endsSessions(sessions)}`],
					['Afterwards', 'They sign in by email and set up a second factor again.'],
				]}
				isFinal
			/>
		)}
		<Ban path={path} learner={learner} sessions={sessions} />
		<Erasure path={path} learner={learner} />
	</>
)

export function LearnerActions({ learner, sessions, held, withAccess }: Omit<Shown, 'path'>) {
	const { role } = useConsole()
	const path = `${consolePaths.learners}/${learner.id}`
	return (
		<>
			<div className="action-row">
				{learner.email === null ? (
					<Refused id="no-email" label="Send an email" why={NO_EMAIL} />
				) : (
					<WriteToLearnerForm accountId={learner.id} />
				)}
				{role === 'operator' && <OperatorActions path={path} learner={learner} />}
				<MoreActions>
					<ResendAccess learner={learner} withAccess={withAccess} />
					{learner.email !== null && !learner.isVerified && (
						<ActionForm action={`${path}/sign-up-code`} label="Resend sign-up email" tone="secondary" />
					)}
					<ConfirmForm
						action={`${path}/name`}
						opener={learner.name === null ? 'Add a name' : 'Change name'}
						title="Name of this learner"
						label="Save name"
						fields={[{ name: 'name', label: 'Name', value: learner.name ?? '', isRequired: false, maxLength: 100 }]}
						hasReason={false}
						isGuarded={false}
						tone="primary"
					/>
					<ConfirmForm
						action={`${path}/sign-out`}
						label="Sign out everywhere"
						title={`Sign ${nameOf(learner)} out everywhere?`}
						consequences={[['What happens', `${endsSessions(sessions)} The learner has to sign in again; nothing is deleted.`]]}
						hasReason={false}
						isGuarded={false}
					/>
					{role === 'operator' && (
						<ConfirmForm
							action={`${path}/copy`}
							label="Download a copy of their data"
							tone="primary"
							reloads
							consequences={[['Before you continue', 'Verify who is asking: the file contains everything about this person.']]}
						/>
					)}
					{role === 'operator' &&
						held.map((access) => (
							<AccessForms key={access.id} order={access} access={access} onLearner={{ id: learner.id, product: access.product }} />
						))}
					{role === 'operator' && !learner.isSelf && <DangerActions path={path} learner={learner} sessions={sessions} />}
				</MoreActions>
			</div>
			{role === 'operator' && learner.isSelf && (
				<p>
					This is your own account. You can’t ban or delete it, or remove its second factors, here: change it in its settings on the site.
				</p>
			)}
		</>
	)
}
