import { useEffect } from 'react'

import { storedValue } from '#app/lib/browser-storage.ts'
import { findRefusal } from '#app/lib/own-api.ts'
import { storageKeys } from '#app/lib/storage-keys.ts'
import { readUserId } from '#app/lib/stored-session.ts'
import type { GradeLessonQuizRequest, GradeLessonQuizResponse } from '#contracts/course.ts'

import type { LessonAddress } from './lesson-api.ts'

export type CheckAddress = Pick<LessonAddress, 'moduleId' | 'lessonId'>

/** Submitted answers that the server has not seen yet. */
type WaitingCheck = CheckAddress & GradeLessonQuizRequest & { userId: string | null }

/** More checks than a course has: one waits for each lesson at most. */
const MAX = 200

function readOne(raw: unknown): WaitingCheck[] {
	if (typeof raw !== 'object' || raw === null) return []
	const { userId, moduleId, lessonId, attemptId, answers } = raw as Partial<Record<string, unknown>>
	if (typeof moduleId !== 'number' || typeof lessonId !== 'string' || typeof attemptId !== 'string' || !Array.isArray(answers)) return []
	// The server parses all of it; a wrong one is refused there, and dropped.
	const isWhole = attemptId !== '' && answers.every((answer) => Number.isInteger(answer))
	return isWhole && (userId === null || typeof userId === 'string') ? [{ userId, moduleId, lessonId, attemptId, answers }] : []
}

const value = storedValue(storageKeys.waitingChecks, (raw) => (Array.isArray(raw) ? raw.slice(0, MAX).flatMap(readOne) : null))

const isOf =
	({ moduleId, lessonId }: CheckAddress, userId: string | null) =>
	(check: WaitingCheck) =>
		check.userId === userId && check.moduleId === moduleId && check.lessonId === lessonId

function write(checks: WaitingCheck[]): void {
	if (checks.length === 0) value.clear()
	else value.write(checks)
}

/** This person's answers to a lesson's check that wait for the server; null when none do. */
export const readWaitingCheck = (address: CheckAddress): GradeLessonQuizRequest | null =>
	value.read()?.find(isOf(address, readUserId())) ?? null

/** Stores submitted answers until the server can be reached, replacing earlier ones of the same check. */
export function keepWaitingCheck({ moduleId, lessonId }: CheckAddress, { attemptId, answers }: GradeLessonQuizRequest): void {
	const userId = readUserId()
	const isSame = isOf({ moduleId, lessonId }, userId)
	write([{ userId, moduleId, lessonId, attemptId, answers }, ...(value.read() ?? []).filter((check) => !isSame(check))].slice(0, MAX))
}

/** The server has seen this attempt. */
export const dropWaitingCheck = (attemptId: string): void => write((value.read() ?? []).filter((check) => check.attemptId !== attemptId))

type Sending = {
	grade: (check: CheckAddress, request: GradeLessonQuizRequest) => Promise<GradeLessonQuizResponse>
	onGraded: (check: CheckAddress, result: GradeLessonQuizResponse) => void
}

/** Running call, so that two simultaneous events do not send the same answers twice. */
let underway: Promise<void> | null = null

async function sendAll({ grade, onGraded }: Sending): Promise<void> {
	const userId = readUserId()
	for (const { moduleId, lessonId, attemptId, answers } of (value.read() ?? []).filter((check) => check.userId === userId)) {
		try {
			const result = await grade({ moduleId, lessonId }, { attemptId, answers })
			dropWaitingCheck(attemptId)
			onGraded({ moduleId, lessonId }, result)
		} catch (error) {
			// Questions that the lesson no longer has cannot be graded; for everything else there is a next time.
			if ([400, 404, 422].includes(findRefusal(error)?.status ?? 0)) dropWaitingCheck(attemptId)
			else return
		}
	}
}

/**
 * Sends the answers that wait as soon as there is a connection. An answer that was sent twice is one attempt, by its id.
 * @param isKnown the account has heard of the learner's progress, by which it decides which module is open
 */
export function useWaitingChecks(sending: Sending, isKnown: boolean): void {
	useEffect(() => {
		if (!isKnown) return undefined
		const send = () => void (underway ??= sendAll(sending).finally(() => (underway = null)))
		send()
		window.addEventListener('online', send)
		return () => window.removeEventListener('online', send)
		// oxlint-disable-next-line react/exhaustive-deps -- the functions are new objects each time, and do the same
	}, [isKnown])
}
