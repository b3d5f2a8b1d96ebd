import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listLatestVersions, readNewestAndLive } from '#server/console/content/versions.ts'
import { sitePages } from '#tests/setup/site-pages.ts'
import { signedIn, SITE, startWire } from '#tests/wire/test-client.ts'

import { originOf, publish, saveText } from './edit-content.ts'
import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'

const COURSE = '/admin/course'

test('all sample lessons can be removed after a first lesson was edited and another one written, which leaves two', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const first = 'course/module-1/lessons/introduction-orientation.md'
	await saveText(operator, first, originOf(first).replace(/^title: .*$/m, 'title: Welcome'))
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'x', duration: '20 minutes' })
	const { user } = await signedIn(wire)
	await sql`insert into progress_entries (user_id, kind, key, done, changed_at)
		select ${user?.id}, 'section', key, true, now() from unnest(array['3/planning', '3/project-choice']) key`.execute(wire.deps.db)
	const question = (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	expect(question).toContain('1 learner opened one of them.')
	expect(question).not.toContain('Fix these before you remove')
	expect(question).toMatch(/Remove (\d+) lessons that came with Launchway\?[\s\S]*<summary[^>]*>(?:<[^>]*>)*Show \1 lessons/)
	const removed = await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })
	expect(removed.to).toContain('notice=part-removed&changed=')
	const draftOf = async (path: string) => (await operator.get(`/admin/content/file?path=${encodeURIComponent(path)}&as=text`)).text
	// The two lessons that stay state an hour; the module claimed eight to twelve.
	expect(await draftOf('marketing/claims.json')).toContain('&quot;value&quot;: &quot;1+&quot;')
	expect(await draftOf('course/module-1/module.json')).toContain('&quot;2 lessons&quot;')
	expect(await draftOf('site.json')).toContain('Launchway teaches at your own pace')
})

test('once all lessons of a sample module are gone, its texts about them go, too, except those that were edited', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const [course, page] = ['course/course.json', 'course/module-1/module.json']
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'A start.', duration: '80 minutes' })
	const { newest } = await readNewestAndLive(wire.deps.db, page)
	await saveText(operator, page, newest?.body?.replace(/"subtitle": "[^"]*"/, '"subtitle": "My words."') ?? '')
	const question = (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	expect(question).not.toContain('Fix these before you remove')
	await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })

	const read = async (file: string) => JSON.parse((await readNewestAndLive(wire.deps.db, file)).newest?.body ?? '') as unknown
	expect(await read(page)).toMatchObject({
		title: 'My own',
		subtitle: 'My words.',
		details: [{ label: 'Time frame', value: '80 minutes' }, { label: 'Lessons' }],
		outcomes: [],
		roadmap: [],
		downloadIds: [],
		sections: [{ title: 'My own' }],
		completion: { title: 'Module complete', achievements: [], back: { href: '/' } },
	})
	const about = { title: 'My own', description: 'A start.', skills: [], duration: '80 minutes', minutes: 80 }
	expect(await read(course)).toMatchObject({
		modules: [{ id: 1, ...about }],
		notEnrolled: { deniedToast: { description: 'It opens once you buy the course.' } },
		weeks: expect.arrayContaining([expect.objectContaining({ title: 'My own' })]),
	})
	expect(JSON.stringify(await read(course))).not.toMatch(/Ten things|"free":true/)
	expect(await publish(operator)).toContain('No unpublished changes.')
})

test('the dialog says that lessons of module 1 and the career tracks stay, and why; before the first own lesson, it says what to do', async () => {
	const operator = await openConsoleAs(await startWire(), 'operator')
	const ask = async () => (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	expect((await operator.get(COURSE)).text).toContain('Remove all sample lessons')
	expect(await ask()).toContain('All lessons are samples. Add a lesson of your own first.')
	await operator.post('/admin/content/new/lesson', { module: '2', title: 'My own', summary: 'x', duration: '20 minutes' })
	const question = await ask()
	expect(question).toContain('Module 1 stays with its 8 sample lessons, because new learners start there.')
	expect(question).toContain('The career tracks stay')
	await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })
	expect(await ask()).toContain('Add a lesson of your own to it first.')
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'A start', summary: 'x', duration: '20 minutes' })
	const rest = await ask()
	expect(rest).toMatch(/Remove 8 lessons that came with Launchway\?/)
	expect(rest).not.toContain('Module 1 stays')
})

test('once a module’s samples are gone, its time is that of the lessons that stay, also in hours', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'A start.', duration: '20 minutes' })
	const [file = ''] = (await listLatestVersions(wire.deps.db)).flatMap(({ path }) => (path.includes('my-own') ? [path] : []))
	const { newest } = await readNewestAndLive(wire.deps.db, file)
	await saveText(operator, file, newest?.body?.replace(/^duration: .*$/m, 'duration: 1.5 hours 10 minutes') ?? '')
	const question = (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })
	const page = await readNewestAndLive(wire.deps.db, 'course/module-1/module.json')
	expect(JSON.parse(page.newest?.body ?? '')).toMatchObject({
		details: [{ label: 'Time frame', value: '100 minutes' }, { value: '1 lesson' }],
	})
})

const HIDING = ',\n\t"hiddenPages": ["income-selector", "weekly-planner", "career-path", "hustler-quiz", "careers"]\n}\n'

async function openWithOwnLesson() {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'My own', summary: 'A start.', duration: '20 minutes' })
	const turnPagesOff = async () => {
		const { newest } = await readNewestAndLive(wire.deps.db, 'site.json')
		await saveText(operator, 'site.json', (newest?.body ?? originOf('site.json')).replace(/\n\}\s*$/, HIDING))
		const { to } = await operator.post('/admin/content/hidden-links', { to: '/signup' })
		expect(to).toContain('notice=links-changed')
	}
	const ask = async () => (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	const remove = async () => operator.post(COURSE, { ...hiddenIn(await ask(), COURSE), do: 'remove-samples' })
	return { operator, turnPagesOff, ask, remove }
}

test('after pages were turned off, lessons in which only a link changed are still samples, and everything can be published', async () => {
	const { operator, turnPagesOff, ask, remove } = await openWithOwnLesson()
	const [, before] = /Remove (\d+) lessons that came/.exec(await ask()) ?? []
	await turnPagesOff()
	const question = await ask()
	expect([question.includes(`Remove ${before} lessons that came`), question.includes('Fix these before you remove')]).toEqual([true, false])
	await remove()
	expect(await publish(operator)).toContain('No unpublished changes.')
})

test('after sample lessons were removed, turning pages off doesn’t change them, and everything can be published', async () => {
	const { operator, turnPagesOff, remove } = await openWithOwnLesson()
	await remove()
	await turnPagesOff()
	expect((await operator.get('/admin/content/publish')).text).not.toContain('path=course%2Fmodule-1%2Flessons%2Fcareer-path-selection')
	expect(await publish(operator)).toContain('No unpublished changes.')
	expect((await operator.get('/admin/content/publish')).text).not.toContain('pages that are turned off')
})

const OWN_SITE =
	',\n\t"hideSamples": true,\n\t"hiddenPages": ["free-trial", "hustler-quiz", "career-path", "income-selector", "careers"]\n}\n'

test('once no sample lesson is left, home and offer pages promise nothing that only the sample course has', async () => {
	const wire = await startWire({ pages: sitePages })
	const operator = await openConsoleAs(wire, 'operator')
	await saveText(
		operator,
		'marketing/landing.json',
		originOf('marketing/landing.json').replace('Honest numbers', 'A teacher who fires kilns'),
	)
	await operator.post('/admin/content/new/lesson', { module: '1', title: 'Throwing a bowl', summary: 'Clay.', duration: '20 minutes' })
	const question = (await operator.get(`${COURSE}?remove=samples&course=course%2Fcourse.json`)).text
	expect(question).toContain('about the sample course become neutral ones')
	const removed = await operator.post(COURSE, { ...hiddenIn(question, COURSE), do: 'remove-samples' })
	const groups = (await operator.get('/admin/content/publish')).text.match(/(?<=<section [^>]*aria-label=")[^"]*/g)
	expect(groups).toContain('Removing 48 lessons, new lesson “Throwing a bowl”')
	const { newest } = await readNewestAndLive(wire.deps.db, 'site.json')
	await saveText(operator, 'site.json', (newest?.body ?? '').replace(/\n\}\s*$/, OWN_SITE))
	await operator.post('/admin/content/hidden-links', { to: '/signup' })
	expect(await publish(operator)).toContain('No unpublished changes.')

	const { content } = wire.deps
	expect(content.course.weeks.map(({ week, module }) => [week, module])).toEqual([[1, 1]])
	expect(content.fillPromises('{modules} modules, {hours} hours, {courseModules} modules')).toBe('1 module, 20 minutes, 1 module')
	expect(content.findUnsupportedClaims()).toEqual([])
	const read = async (path: string) => {
		const html = await (await sitePages.serve(new Request(new URL(path, SITE)), content))?.text()
		const [, page = ''] = /<body[^>]*>([^]*?)<\/footer>/.exec(html ?? '') ?? []
		return page.replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]*>|digital.income.mastery/gi, ' ').replaceAll(/\s+/g, ' ')
	}
	const [home = '', offer = '', signup = ''] = await Promise.all(['/', '/digital-income-mastery', '/signup'].map(read))
	const sold = (page: string) => page.match(/.{0,30}(?:LAUNCH1|income|hustle|\d\+|free trial|quiz|\bearn|career).{0,30}/gi)
	expect([home, offer, signup].map(sold)).toEqual([null, null, null])
	expect(signup).not.toMatch(/Module 1|start right away|Start Learning Free/)
	expect(home).not.toContain('From the blog')
	expect(offer).toContain('A teacher who fires kilns')
	expect(offer).toContain('Throwing a bowl')
	expect(offer).not.toMatch(/\{\w+\}/)
	expect((await operator.get('/admin/today')).text).toMatch(/href="\/admin\/course"[^>]*>Remove the sample lessons<\/a> <span[^>]*>done/)
	expect((await operator.get('/admin/today')).text).toMatch(/>Rewrite your home and offer pages<\/a> <span[^>]*>done/)
	expect(removed.to).toContain('changed=')
})
