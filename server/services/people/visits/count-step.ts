import type { z } from 'zod'

import type { VisitReportSchema } from '#contracts/visits.ts'
import { localClock, localDay } from '#domain/clock/local-clock.ts'
import { nameSource } from '#domain/visits/name-source.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { createVisitCounter } from './visit-counter.ts'

/** Bots and tools that identify themselves. */
const PROGRAM = /bot|crawl|spider|headless|preview|monitor|curl|wget/i

/**
 * Counts one step of a visit. Following a link from one of our own pages doesn't count as a new visit. Stores nothing about the
 * request except the name of its source: no IP address, no user agent.
 */
export function countStep(ctx: ServiceContext, { step, name, host }: z.output<typeof VisitReportSchema>): void {
	if (ctx.userAgent === '' || PROGRAM.test(ctx.userAgent)) return
	const source = nameSource({ name, host }, { sources: ctx.content.visitSources, ownHost: new URL(ctx.config.siteUrl).host })
	if (step === 'visit' && source === 'unknown') return
	const day = localDay(localClock(siteZone(ctx.content)), ctx.now().getTime())
	ctx.state.of(createVisitCounter).count({ day, step, source }, ctx.log)
}
