import { fromContent } from '#app/content.server.ts'
import { Assessment, BlogTeasers, Closing, Hero, HowItWorksSteps } from '#app/features/home/home-sections.tsx'
import { Journey } from '#app/features/home/journey.tsx'
import { ActivityFeed, Community } from '#app/features/social-proof/activity-feed.tsx'
import { ClaimList } from '#app/features/social-proof/claim-list.tsx'
import { HeroTaglines } from '#app/features/social-proof/hero-taglines.tsx'
import { Testimonials } from '#app/features/social-proof/testimonials.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import type { Route } from './+types/home.ts'

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: loaderData.title, description: loaderData.description, path: paths.home })

export const loader = fromContent(({ fillPromises, activity, blogTeasers, claimsById, course, disclaimers, home, site, testimonials }) => ({
	title: site.name,
	description: site.description,
	home,
	testimonials,
	activity,
	blogTeasers,
	disclaimers,
	pathTitle: course.modules.length === 1 ? 'Your first step' : fillPromises('{CourseModulesInWords} stations, one way up'),
	showsQuiz: !isHiddenPage(site, paths.hustlerQuiz),
	stations: course.modules.map(({ id, title, duration }) => ({ id, title, duration })),
	figures: {
		hero: claimsById(home.hero.claimIds),
		assessment: claimsById(home.assessment.claimIds),
		community: claimsById(home.community.claimIds),
	},
}))

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
	const { home: words, figures, disclaimers: notes } = loaderData
	const legs = [
		'how',
		'way',
		...(loaderData.testimonials.length > 0 ? ['voices'] : []),
		...(loaderData.activity.length > 0 ? ['log'] : []),
		...(loaderData.blogTeasers.length > 0 ? ['reading'] : []),
	]
	const toStepNumber = (leg: string) => String(legs.indexOf(leg) + 1)
	const claimNotes = { sample: 'Sample figure, not yet measured.', income: notes.incomeNote }
	return (
		<>
			<Hero words={words.hero} headline={(below) => <HeroTaglines taglines={words.hero.taglines}>{below}</HeroTaglines>} />
			<ClaimList claims={figures.hero} notes={claimNotes} className="page pt-8" />
			<NumberedSection number={toStepNumber('how')} label="How it works">
				<HowItWorksSteps words={words.howItWorks} />
			</NumberedSection>
			{loaderData.showsQuiz && (
				<Assessment words={words.assessment} figures={<ClaimList claims={figures.assessment} notes={claimNotes} />} />
			)}
			<NumberedSection number={toStepNumber('way')} label="Your path">
				<Journey title={loaderData.pathTitle} stations={loaderData.stations} />
			</NumberedSection>
			{loaderData.testimonials.length > 0 && (
				<NumberedSection number={toStepNumber('voices')} label="Voices">
					<h2 className="text-3xl">{words.testimonials.title}</h2>
					<p className="mt-4 max-w-read text-lg">{words.testimonials.intro}</p>
					<Testimonials items={loaderData.testimonials} sampleLabel={notes.sampleLabel} />
				</NumberedSection>
			)}
			{figures.community.length > 0 && (
				<Community words={words.community} figures={<ClaimList claims={figures.community} notes={claimNotes} />} />
			)}
			{loaderData.activity.length > 0 && (
				<NumberedSection number={toStepNumber('log')} label="Logbook">
					<h2 className="mb-8 text-3xl">{words.activity.title}</h2>
					<ActivityFeed items={loaderData.activity} label={words.activity.title} sampleLabel={notes.sampleLabel} />
				</NumberedSection>
			)}
			{loaderData.blogTeasers.length > 0 && (
				<NumberedSection number={toStepNumber('reading')} label="Reading">
					<BlogTeasers words={words.blog} teasers={loaderData.blogTeasers} />
				</NumberedSection>
			)}
			<Closing words={words.closing} note={notes.incomeNoteLong} />
		</>
	)
}
