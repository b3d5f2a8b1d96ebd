/** Tracks and quiz of the career path pages, validated when this module loads. */
import { renderCareerGuide } from './career-guide.ts'
import { disclaimers } from './public.server.ts'
import careerQuizJson from './quizzes/career-path.json' with { type: 'json' }
import { CareerPathSchema, CareerQuizSchema } from './schema/career-path.ts'
import tracksJson from './tracks.json' with { type: 'json' }

export const careerPath = CareerPathSchema.parse(tracksJson)
export const careerQuiz = CareerQuizSchema.parse(careerQuizJson)

/** One downloadable guide per track, in the order of the tracks. */
export const careerGuides = careerPath.tracks.map((track) => renderCareerGuide(track, disclaimers.incomeNoteLong))
