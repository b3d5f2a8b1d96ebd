import { describeTemplate, describeWorksheet } from './describe-trial-files.ts'
/** The free trial's content, validated when this module loads; its two files are rendered here, so that no browser has to. */
import pageJson from './free-trial/page.json' with { type: 'json' }
import quizJson from './free-trial/quiz.json' with { type: 'json' }
import streamsJson from './free-trial/streams.json' with { type: 'json' }
import templateJson from './free-trial/template.json' with { type: 'json' }
import worksheetJson from './free-trial/worksheet.json' with { type: 'json' }
import { renderDownload } from './render-download.ts'
import { StreamsSchema, TrialPageSchema, TrialQuizSchema, TrialTemplateSchema, TrialWorksheetSchema } from './schema/free-trial.ts'

const template = TrialTemplateSchema.parse(templateJson)
const worksheet = TrialWorksheetSchema.parse(worksheetJson)

export const freeTrial = {
	page: TrialPageSchema.parse(pageJson),
	streams: StreamsSchema.parse(streamsJson),
	quiz: TrialQuizSchema.parse(quizJson),
	template,
	worksheet,
	templateFile: renderDownload(describeTemplate(template)),
	worksheetFile: renderDownload(describeWorksheet(worksheet)),
}
