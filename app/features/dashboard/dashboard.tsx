import { LinkButton } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import { nextModule } from '#domain/progress/completed-modules.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

import { AccountLine } from './account-line.tsx'
import { CertificatePanel, QuizPanel } from './milestones-panel.tsx'
import { NextAction, type ModuleTitles } from './next-action.tsx'
import { nextStep } from './next-step.ts'
import { OrdersPanel } from './orders-panel.tsx'
import { WayMap } from './way-map.tsx'

type DashboardProps = {
	/** The signed-in learner, or null. */
	user: { id: string; name: string | null; email: string } | null
	progress: { entries: readonly ProgressEntry[]; completed: ReadonlySet<ModuleId> }
	/** What the account could not be told yet; only for the signed-in. */
	isWaiting: boolean
	modules: ModuleTitles
	/** Title of each quiz result. */
	quizTitles: Readonly<Record<string, string>>
}

/** Everything a learner comes back for (DECISIONS, Funnel: /dashboard exists). Without an account it shows what this browser holds. */
export function Dashboard({ user, progress, isWaiting, modules, quizTitles }: DashboardProps) {
	const { entries, completed } = progress
	const firstName = user?.name?.trim().split(/\s+/)[0]
	return (
		<div className="page grid gap-12 pt-10 pb-20">
			<div className="grid gap-4">
				<h1>{user ? `Welcome back${firstName ? `, ${firstName}` : ''}` : 'Your dashboard'}</h1>
				{user ? <AccountLine email={user.email} /> : <SignInHint hasProgress={entries.length > 0} />}
				{isWaiting && (
					<Callout role="status" title="Not saved to your account yet">
						<p>Your latest progress is safe in this browser and goes to your account as soon as the server can be reached.</p>
					</Callout>
				)}
			</div>
			{(user !== null || entries.length > 0) && (
				<>
					<NextAction step={nextStep(progress)} modules={modules} />
					<WayMap modules={modules} completed={completed} next={nextModule(completed)} />
				</>
			)}
			{user && <OrdersPanel userId={user.id} />}
			{(user !== null || entries.length > 0) && (
				<div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">
					<QuizPanel entries={entries} titles={quizTitles} />
					<CertificatePanel completed={completed} />
				</div>
			)}
		</div>
	)
}

function SignInHint({ hasProgress }: { hasProgress: boolean }) {
	return (
		<Callout title="You are not signed in">
			<p className="max-w-read">
				{hasProgress
					? 'Below is what this browser remembers. Sign in to keep it in your account and see your orders.'
					: 'Sign in to see your progress, your orders and what you unlocked.'}
			</p>
			<div className="mt-4 flex flex-wrap gap-x-4 gap-y-3">
				<LinkButton to={`${paths.login}?next=${encodeURIComponent(paths.dashboard)}`}>Sign In</LinkButton>
				<LinkButton to={paths.signup} variant="secondary">
					Start Free Today
				</LinkButton>
			</div>
		</Callout>
	)
}
