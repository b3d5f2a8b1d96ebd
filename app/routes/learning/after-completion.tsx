import { useLocation } from 'react-router'

import { OwnCertificate } from '#app/features/certificate/own-certificate.tsx'
import { CertificateCourse } from '#app/features/certificate/use-own-certificate.ts'
import { EarlyAccessForm, FeedbackForm } from '#app/features/leads/module-forms.tsx'
import { useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { useUserId } from '#app/lib/stored-session.ts'
import { useSite } from '#app/shell/site.ts'
import type { Module } from '#content/schema/module.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'

type AfterCompletionProps = {
	words: Pick<Module['completion'], 'earlyAccess' | 'feedback'>
	moduleId: ModuleId
	isLast: boolean
	/** Course of the module; undefined for the main course. */
	course?: { id: string; path: string } | undefined
}

export function AfterCompletion({ words: { earlyAccess, feedback }, moduleId, isLast, course }: AfterCompletionProps) {
	const { courseOrder } = useSite()
	const following = course ? undefined : courseOrder[courseOrder.indexOf(moduleId) + 1]
	return (
		<>
			{isLast && (
				<CertificateCourse value={course ?? null}>
					<Graduation />
				</CertificateCourse>
			)}
			{earlyAccess && <EarlyAccessForm words={earlyAccess} moduleId={following ?? moduleId} />}
			{feedback && <FeedbackForm words={feedback} moduleId={moduleId} />}
		</>
	)
}

function Graduation() {
	const sync = useSyncState()
	const { pathname, search } = useLocation()
	return (
		<QueryProvider>
			<OwnCertificate
				heading="h3"
				userId={useUserId()}
				isSynced={sync === 'synced'}
				here={pathname + search}
				organization={useSite().name}
			/>
		</QueryProvider>
	)
}
