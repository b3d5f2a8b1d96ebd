import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { GuardedForm } from '#app/admin/ui/guarded-form.tsx'
import { useConsole } from '#app/admin/ui/use-console.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLearner } from '#server/console/learners/read-learner.ts'

import { WriteForm } from './write-form.tsx'

type Learner = Awaited<ReturnType<typeof readLearner>>['learner']

/** What operators alone may do. */
const OperatorActions = ({ path, learner: { bannedUntil, erasesAt, courses } }: { path: string; learner: Learner }) => (
	<>
		<GuardedForm
			action={`${path}/see`}
			label="View as learner"
			tone="primary"
			note="Read only, for 15 minutes. Their security log will show that you looked."
		/>
		<GuardedForm
			action={`${path}/grant`}
			label={courses.length > 0 ? 'Give access to a course' : 'Give access to the course'}
			tone="primary"
			fields={courses.length > 0 ? [{ name: 'course', label: 'Course', options: courses.map(({ id, title }) => [id, title]) }] : []}
			note="Creates an order of $0.00 and emails the learner. You can end the access on the page of that order."
		/>
		<GuardedForm
			action={`${path}/copy`}
			label="Download a copy of their data"
			tone="primary"
			reloads
			note="First make sure who is asking for it."
		/>
		<GuardedForm
			action={`${path}/factors`}
			label="Remove all second factors and passkeys"
			note="Only after the steps of docs/lost-second-factor.md. Every session ends. The learner signs in by email and sets up a new factor."
		/>
		{bannedUntil === null ? (
			<GuardedForm
				action={`${path}/ban`}
				label="Ban"
				note="No one can sign in to this account until you lift the ban. Orders and records stay."
			/>
		) : (
			<GuardedForm action={`${path}/lift-ban`} label="Lift the ban" tone="primary" note="The account can be signed in to again." />
		)}
		{erasesAt === null ? (
			<GuardedForm
				action={`${path}/erase`}
				label="Delete account"
				note="At its owner’s request. It happens after the grace period. Until then you can cancel it, and so can its owner by signing in."
			/>
		) : (
			<GuardedForm
				action={`${path}/keep`}
				label="Cancel the deletion"
				tone="primary"
				note="The account stays, and we email its owner. Sessions that were ended stay ended."
			/>
		)}
	</>
)

export function LearnerActions({ learner }: { learner: Learner }) {
	const { role } = useConsole()
	const path = `${consolePaths.learners}/${learner.id}`
	return (
		<div>
			<WriteForm accountId={learner.id} />
			<ActionForm
				action={`${path}/sign-out`}
				label="Sign out everywhere"
				summary="Sign out everywhere"
				note="Ends every session. The learner has to sign in again."
			/>
			{role === 'operator' && <OperatorActions path={path} learner={learner} />}
		</div>
	)
}
