import { LinkButton } from '#app/ui/button.tsx'
import type { CourseModule } from '#content/schema/course.ts'
import { paths } from '#contracts/paths.ts'

import { ModuleHeader } from './module-header.tsx'

/** The page of a module whose sections are not written yet. */
export function ModuleAnnouncement({ module, comingSoon }: { module: CourseModule; comingSoon: string }) {
	return (
		<>
			<ModuleHeader moduleId={module.id} title={module.pageTitle} sections={[]} index={0} />
			<div className="page grid gap-8 pb-16">
				<p className="max-w-read text-lg">{module.description}</p>
				<p className="max-w-read border-l-6 border-sun py-3 pl-5 text-xl font-semibold">{comingSoon}</p>
				<div>
					<LinkButton to={paths.modules} variant="secondary">
						View All Modules
					</LinkButton>
				</div>
			</div>
		</>
	)
}
