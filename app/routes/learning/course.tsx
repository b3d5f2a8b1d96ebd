import { Link } from 'react-router'

import { fromContent, orNotFound } from '#app/content.server.ts'
import { BelongingCourses } from '#app/features/courses/belonging-courses.tsx'
import { useExercises } from '#app/features/exercises/use-exercises.ts'
import { OtherOffers } from '#app/features/offer/other-offers.tsx'
import { useProgress } from '#app/features/progress/progress-store.ts'
import { useEntitlement } from '#app/features/progress/use-entitlement.ts'
import { useMayRead } from '#app/features/progress/use-may-read.ts'
import { useProgressSync } from '#app/features/progress/use-progress-sync.ts'
import { useSession, useUserId } from '#app/lib/stored-session.ts'
import { introduceCourse, listCoursesBelongingTo, listOffersOf } from '#app/shell/contained-courses.server.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { TaughtCourse } from '#content/derive-further-courses.ts'
import type { Content } from '#content/load-content.server.ts'
import { coursePath, COURSES_PATH, paths } from '#contracts/paths.ts'
import { measureCourseProgress } from '#domain/progress/measure-course.ts'

import type { Route } from './+types/course.ts'

type ListedModule = {
	id: number
	title: string
	description: string
	duration: string
	skills: readonly string[]
	isFree: boolean
	sections: readonly string[]
}

type CourseModulesProps = {
	modules: readonly ListedModule[]
	mayRead: (moduleId: number) => boolean
	percentOf: (moduleId: number) => number
}

function CourseModules({ modules, mayRead, percentOf }: CourseModulesProps) {
	return (
		<ol className="mt-6 border-t-2 border-ink">
			{modules.map(({ id, title, ...module }, index) => {
				const percent = percentOf(id)
				const name = `${index + 1}. ${title}`
				return (
					<li key={id} className="grid gap-2 border-b border-line-strong py-6">
						<div className="flex flex-wrap items-center gap-x-4 gap-y-1">
							<h3 className="text-xl">
								{mayRead(id) ? (
									<Link className="link" to={paths.courseModule(id)}>
										{name}
									</Link>
								) : (
									name
								)}
							</h3>
							{percent === 100 ? <Badge tone="good">Completed</Badge> : percent > 0 ? <Badge>{percent}% done</Badge> : null}
							{module.isFree && <Badge>Free</Badge>}
						</div>
						<p className="max-w-read">{module.description}</p>
						<p className="text-soft">
							{module.duration}
							{module.skills.length > 0 && ` · ${module.skills.join(', ')}`}
						</p>
						<details>
							<summary className="min-h-11 cursor-pointer">
								{module.sections.length === 1 ? 'One section' : `${module.sections.length} sections`}
							</summary>
							<ul className="mt-2 grid list-[square] gap-1 pl-5">
								{module.sections.map((section) => (
									<li key={section}>{section}</li>
								))}
							</ul>
						</details>
					</li>
				)
			})}
		</ol>
	)
}

const listModules = ({ modules, pages }: TaughtCourse) =>
	modules.map(({ id, title, description, duration, skills, free }) => ({
		id,
		title,
		description,
		duration,
		skills,
		isFree: free === true,
		sections: pages.find((page) => page.id === id)?.sections.map((section) => section.title) ?? [],
	}))

function findOwner(content: Content, { belongsTo }: TaughtCourse) {
	const owner = belongsTo === null ? null : content.courseById(belongsTo)
	return owner && introduceCourse(content, owner)
}

export const loader = fromContent((content, { params }) => {
	const course = orNotFound(content.furtherCourses.find(({ id }) => id === params.courseId))
	return {
		course: introduceCourse(content, course),
		modules: listModules(course),
		gated: course.gatedModules,
		policy: content.accessPolicy,
		outline: content.outlineOf(course),
		sittings: course.certificate.sittings,
		offers: listOffersOf(content, course),
		belonging: listCoursesBelongingTo(content, course),
		owner: findOwner(content, course),
	}
})

export const meta = ({ loaderData, params, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData?.course.title ?? '',
		description: loaderData?.course.description ?? '',
		path: coursePath(params.courseId),
	})

export default function CourseRoute({ loaderData }: Route.ComponentProps) {
	const { course, modules, gated, policy, outline, sittings, offers, belonging, owner } = loaderData
	useProgressSync()
	const { entries } = useProgress()
	const { items: exercises } = useExercises()
	const session = useSession()
	const entitlementOf = useEntitlement(useUserId(), true)
	const mayRead = useMayRead({ policy, homes: gated })
	const isHeld = gated.some((module) => entitlementOf(module) === 'held')
	const measures = measureCourseProgress(outline, { entries, exercises }).modules
	const percentOf = (moduleId: number) => measures.find(({ id }) => id === moduleId)?.percent ?? 0
	const open = modules.filter(({ id }) => mayRead(id))
	const next = open.find(({ id }) => percentOf(id) < 100) ?? open[0]
	const isComplete = gated.every((module) => module.isFree || entitlementOf(module) === 'held')
	return (
		<div className="page pt-12 pb-20">
			<LinkButton to={COURSES_PATH} variant="quiet" className="-ml-1.5">
				All courses
			</LinkButton>
			<h1 className="mt-4 text-4xl">{course.title}</h1>
			<p className="mt-4 max-w-read text-lg">{course.description}</p>
			{owner && (
				<p className="mt-3">
					Part of{' '}
					<Link className="link" to={owner.path}>
						{owner.title}
					</Link>
					.
				</p>
			)}
			<div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
				{!isHeld && offers[0] && (
					<LinkButton size="lg" to={offers[0].path}>
						Get It for {offers[0].price}
					</LinkButton>
				)}
				{next && session.status === 'signed-in' && (
					<LinkButton size="lg" variant={isHeld ? 'primary' : 'secondary'} to={paths.courseModule(next.id)}>
						{percentOf(next.id) > 0 ? 'Continue Learning' : 'Start Learning'}
					</LinkButton>
				)}
			</div>
			<section className="mt-14" aria-labelledby="modules">
				<h2 id="modules" className="text-3xl">
					Modules
				</h2>
				<CourseModules modules={modules} mayRead={session.status === 'signed-in' ? mayRead : () => false} percentOf={percentOf} />
			</section>
			<BelongingCourses courses={belonging} title="Comes with this course" />
			<p className="mt-8 max-w-read text-soft">
				The signed certificate comes with the course. To earn it, complete every module, open every section and pass every knowledge check
				while you’re signed in{sittings > 1 ? `, in at least ${sittings} sittings` : ''}.
			</p>
			{!isComplete && <OtherOffers offers={offers} title="What it costs" />}
		</div>
	)
}
