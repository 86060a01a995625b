import './api-information.ts';
import './operation-cost-field.ts';
